import { toCallPath } from "@/lib/openapi/call";
import { make } from "./make";

const SHOWN_CHARACTERS = 12_000;

export function listenForTrying(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.tryPath === undefined) return;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const call = toCallPath(form.dataset.tryPath, (form.dataset.tryQuery ?? "").split(" "), values);
    const output = form.nextElementSibling;
    if (call === null || output === null) return;
    event.preventDefault();
    void showAnswer(call, form, output);
  });
}

async function showAnswer(call: string, form: HTMLFormElement, output: Element): Promise<void> {
  const button = form.querySelector("button[type=submit]");
  button?.setAttribute("aria-disabled", "true");
  const startedAt = performance.now();
  const { status, text } = await fetchAnswer(call);
  const milliseconds = Math.round(performance.now() - startedAt);
  button?.removeAttribute("aria-disabled");
  const body = status.includes("json") ? indent(text) : text;
  const answer = make("div", { className: "try-answer" }, [
    make("p", {}, [make("b", {}, [status]), ` in ${milliseconds} ms, `, make("a", { href: call }, ["open it"])]),
    // Focusable, so that the keyboard can scroll a long answer.
    make("pre", { tabIndex: 0 }, [make("code", {}, [body.slice(0, SHOWN_CHARACTERS)])]),
  ]);
  if (body.length > SHOWN_CHARACTERS) {
    const count = body.length.toLocaleString("en");
    answer.append(make("p", {}, [`Shortened; the whole answer has ${count} characters.`]));
  }
  output.replaceChildren(answer);
}

async function fetchAnswer(call: string): Promise<{ status: string; text: string }> {
  try {
    const response = await fetch(call);
    const status = `${response.status} ${response.headers.get("content-type") ?? ""}`;
    return { status, text: await response.text() };
  } catch {
    return { status: "No answer", text: "The server cannot be reached." };
  }
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
