/** Purchases above this number of credits need a confirmation. A setting of this browser. */
import { numberSetting } from "./number-setting";

export const confirmAbove = numberSetting("dealflow.ask-above", 100);
