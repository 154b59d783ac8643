const SHOWN_MS = 2000;

/** Copies the text before a pressed button or the address of a figure's link, and confirms it for two seconds. */
export function listenForCopying(): void {
  document.addEventListener("click", ({ target }) => {
    const element = target instanceof Element ? target : null;
    const button = element?.closest<HTMLElement>("[data-copy]");
    const link = element?.closest<HTMLAnchorElement>("a[data-copy-link]");
    if (button) void copy(textBefore(button), button);
    // The link is followed as well, so that the address bar shows the copied address.
    if (link) void copy(link.href, link);
  });
}

function textBefore({ previousElementSibling: source }: Element): string {
  const field = source?.querySelector("textarea");
  if (field) return field.value;
  return source instanceof HTMLAnchorElement ? source.href : (source?.textContent ?? "");
}

async function copy(text: string, button: HTMLElement): Promise<void> {
  const word = button.querySelector("span") ?? button;
  const label = button.dataset.label ?? word.textContent;
  button.dataset.label = label;
  word.textContent = await navigator.clipboard.writeText(text).then(
    () => "Copied",
    () => "Select and copy",
  );
  setTimeout(() => {
    word.textContent = label;
  }, SHOWN_MS);
}
