function refuse(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** The browser asks before it leaves the page, as long as the last word was `true`. */
export function createAsk(): (on: boolean) => void {
  // One of its own for each: of two that ask, one may stop before the other.
  const ask = refuse.bind(null);
  return (on) => {
    if (on) window.addEventListener("beforeunload", ask);
    else window.removeEventListener("beforeunload", ask);
  };
}
