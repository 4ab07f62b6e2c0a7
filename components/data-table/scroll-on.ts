/** Listens to one scrolling element for gestures that go on past its end. */
import { ScrollGesture } from "./scroll-gesture";

/** Positions are fractions of a pixel when the page is zoomed. */
const NEAR_PX = 2;
/** A pixel, a line and a page, in which a wheel may count. */
const WHEEL_UNITS = [1, 20, 400] as const;

/** Whether everything down to what stands below the rows is in view. Where all fits there is nothing to scroll past. */
function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollHeight > clientHeight + NEAR_PX && scrollTop + clientHeight >= scrollHeight - NEAR_PX;
}

/** Calls back once for each gesture that goes on past the end, with its time in ms, until it is stopped. */
export function listenForScrollOn(element: HTMLElement, onScrollOn: (at: number) => void, signal: AbortSignal): void {
  const gesture = new ScrollGesture();
  const passive = { passive: true, signal };
  const update = () => gesture.update(isAtEnd(element), performance.now());
  let touch: number | undefined;

  // The window's height and the rows' own: rows that arrive, a resize and a zoom change what is in view.
  const observer = new ResizeObserver(update);
  for (const box of [element, ...element.children]) observer.observe(box);
  signal.addEventListener("abort", () => observer.disconnect());
  element.addEventListener("scroll", update, passive);
  element.addEventListener(
    "wheel",
    (event) => {
      // With Ctrl it zooms.
      if (!event.isTrusted || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      // Rows that have just arrived were not looked at yet.
      if (!isAtEnd(element)) update();
      // The time of the input: a busy page receives the event later.
      if (gesture.wheel(event.deltaY * (WHEEL_UNITS[event.deltaMode] ?? 1), event.timeStamp))
        onScrollOn(event.timeStamp);
    },
    passive,
  );
  element.addEventListener(
    "touchstart",
    ({ timeStamp, touches: [first, second] }) => {
      touch = first?.clientY;
      if (!isAtEnd(element)) update();
      if (second === undefined) gesture.begin(timeStamp);
      else gesture.cancel();
    },
    passive,
  );
  element.addEventListener(
    "touchmove",
    ({ isTrusted, timeStamp, touches: [first] }) => {
      if (!isTrusted || first === undefined || touch === undefined) return;
      const by = touch - first.clientY;
      touch = first.clientY;
      if (gesture.move(by)) onScrollOn(timeStamp);
    },
    passive,
  );
}
