const SHOWN_MS = 2000;

/** Copies the text before a pressed button (components/ui/copy-button.tsx), and confirms it for two seconds. */
export function listenForCopying(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    if (button) void copy(textBefore(button), button);
  });
}

/** Full address of a link; text of any other element. */
function textBefore({ previousElementSibling: source }: Element): string {
  return source instanceof HTMLAnchorElement ? source.href : (source?.textContent ?? "");
}

async function copy(text: string, button: HTMLElement): Promise<void> {
  const word = button.querySelector("span") ?? button;
  const label = button.dataset.copy || word.textContent;
  button.dataset.copy = label;
  word.textContent = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Select and copy",
  );
  setTimeout(() => {
    word.textContent = label;
  }, SHOWN_MS);
}
