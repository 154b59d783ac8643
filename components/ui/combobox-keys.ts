export type ComboboxState = {
  isOpen: boolean;
  typed: string;
  active: number | null;
  shown: number;
  chosen: number;
};
export type ComboboxAction =
  | { do: "open" | "close" | "clear" | "removeLast" }
  | { do: "activate"; index: number }
  | { do: "pick"; index: number };

const PAGE = 10;

function step(state: ComboboxState, by: number): ComboboxAction {
  const { active, shown } = state;
  if (shown === 0) return { do: "open" };
  if (active === null) return { do: "activate", index: by > 0 ? 0 : shown - 1 };
  const isJump = Math.abs(by) > 1;
  const index = isJump ? Math.max(0, Math.min(shown - 1, active + by)) : (active + by + shown) % shown;
  return { do: "activate", index };
}

/** Action of a key, after the WAI-ARIA APG's editable combobox; null leaves the key to the browser. */
export function actionForKey(key: string, isAlt: boolean, state: ComboboxState): ComboboxAction | null {
  const { isOpen, typed, active, shown, chosen } = state;
  switch (key) {
    case "ArrowDown":
      return isAlt ? { do: "open" } : step(state, 1);
    case "ArrowUp":
      return isAlt ? { do: "close" } : step(state, -1);
    case "PageDown":
      return isOpen ? step(state, PAGE) : null;
    case "PageUp":
      return isOpen ? step(state, -PAGE) : null;
    case "Escape":
      return isOpen ? { do: "close" } : typed === "" ? null : { do: "clear" };
    case "Enter":
      if (!isOpen || shown === 0) return typed === "" ? null : { do: "open" };
      return active !== null ? { do: "pick", index: active } : typed === "" ? null : { do: "pick", index: 0 };
    case "Backspace":
      return typed === "" && chosen > 0 ? { do: "removeLast" } : null;
    default:
      return null;
  }
}
