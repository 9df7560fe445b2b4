// A field that stands there only while a name is typed.

/**
 * @param {HTMLInputElement} input
 * @param {(kept: boolean) => void} end Enter or leaving it keeps what was typed, Escape does not.
 */
export function endsTyping(input, end) {
  input.onblur = () => end(true);
  input.onkeydown = (event) => {
    event.stopPropagation();
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault(); // what gets the focus must not be pressed by the same key
    end(event.key === "Enter");
  };
}
