const WIDE = "(min-width: 40.01rem)";

/** Sends a chosen country or currency at once on wide screens; on phones the button says what it does. */
export function listenForHome(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    const form = target.form;
    if (!form?.matches("[data-home]")) return;
    const [country, currency] = form.querySelectorAll("select");
    const button = form.querySelector("button");
    if (!country || !currency || !button) return;
    if (target === country) {
      currency.value = "";
      const [own] = currency.options;
      if (own) own.text = "The country’s own currency";
    }
    if (matchMedia(WIDE).matches) form.requestSubmit();
    else
      button.textContent = `Use ${country.selectedOptions[0]?.text} and ${currency.value === "" ? "its currency" : currency.value}`;
  });
}
