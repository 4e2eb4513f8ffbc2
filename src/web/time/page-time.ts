/** Ends what was asked for: nothing is called any more. */
export type Cancel = () => void

/** Where a page takes its time from. */
export interface PageTime {
  /** Milliseconds since 1970, which jump when somebody sets the clock. */
  readonly now: () => number
  /** Milliseconds from an unknown beginning, which only grow. */
  readonly steady: () => number
  /** Calls the function once, after so many milliseconds. */
  readonly after: (ms: number, run: () => void) => Cancel
  /** Calls the function again and again, after every so many milliseconds. */
  readonly every: (ms: number, run: () => void) => Cancel
}

const timeOfBrowser: PageTime = {
  now: () => Date.now(),
  steady: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
}

let time = timeOfBrowser

/** Anyone who opens a page may give it another time; null gives it that of the browser again. */
export function setPageTime(other: PageTime | null): void {
  time = other ?? timeOfBrowser
}

export const now: PageTime['now'] = () => time.now()
export const steady: PageTime['steady'] = () => time.steady()
export const after: PageTime['after'] = (ms, run) => time.after(ms, run)
export const every: PageTime['every'] = (ms, run) => time.every(ms, run)
