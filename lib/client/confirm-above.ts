/** What costs more credits than this is asked about once more before it is bought. A setting of this browser. */
import { numberSetting } from "./number-setting";

export const confirmAbove = numberSetting("dealflow.ask-above", 100);
