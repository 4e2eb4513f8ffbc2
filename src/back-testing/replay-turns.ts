import { AccountTurns } from '#kernel'

/** Of this process: a replay may read months of runs that did not pass, so that few of them are made at once. */
export const replayTurns = new AccountTurns(2)
