/** The door's buttons are as wide and as high as its fields. */
export const WIDE = "h-control-lg! w-full text-13! max-tablet:h-row-touch!";
