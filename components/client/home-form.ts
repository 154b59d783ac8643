/**
 * Says on the button what it will store. Only the button and Enter send it: other keys in a list just look at choices.
 */
export function listenForHome(): void {
  document.addEventListener("change", ({ target }) => {
    const form = target instanceof HTMLSelectElement ? target.form : null;
    const parts = form && readParts(form);
    if (!parts) return;
    const { country, currency, own, button } = parts;
    button.dataset.words ??= button.textContent;
    own.dataset.words ??= own.text;
    if (target === country) {
      currency.value = "";
      own.text = "The country’s own currency";
    }
    button.textContent = `Use ${country.selectedOptions[0]?.text} and ${currency.value === "" ? "its currency" : currency.value}`;
  });
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (key !== "Enter" || !(target instanceof HTMLSelectElement) || !target.form?.matches("[data-home]")) return;
    event.preventDefault();
    target.form.requestSubmit();
  });
  document.addEventListener("reset", ({ target }) => {
    const parts = target instanceof HTMLFormElement && readParts(target);
    if (!parts) return;
    for (const part of [parts.button, parts.own]) part.textContent = part.dataset.words ?? part.textContent;
  });
}

function readParts(form: HTMLFormElement) {
  if (!form.matches("[data-home]")) return null;
  const [country, currency] = form.querySelectorAll("select");
  const own = currency?.options[0];
  const button = form.querySelector("button");
  return country && currency && own && button && { country, currency, own, button };
}
