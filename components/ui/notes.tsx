import { type ReactNode, useId } from "react";

export function Notes({ title, notes }: { title: string; notes: readonly { key: string; text: ReactNode }[] }) {
  const id = useId();
  return (
    <section className="notes" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {notes.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
