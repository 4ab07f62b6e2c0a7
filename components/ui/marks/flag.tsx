/**
 * Shows a country's flag in a box of 15 by 10, which is reserved while it loads and when there is none. The code or the
 * name always stands next to it, so it says nothing to a screen reader. The pictures in public/flags are those of
 * country-flag-icons, as separate files, so that each is loaded only when it is seen.
 */
export function Flag({ code }: { code: string }) {
  const box = "inline-block h-[10px] w-[15px] shrink-0 rounded-[1.5px] in-data-touch:h-[13px] in-data-touch:w-[19.5px]";
  if (!/^[A-Z]{2}$/.test(code)) return <span className={box} />;
  return (
    // biome-ignore lint/performance/noImgElement: a 1 kB vector needs no image pipeline
    <img
      className={`${box} object-cover outline -outline-offset-1 outline-text-1/10`}
      src={`/flags/${code}.svg`}
      width={15}
      height={10}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}
