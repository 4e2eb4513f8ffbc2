import type { DryRunEventResource } from '#contract'
import { duration, indented, plainText } from './terminal-text.ts'

interface OpenStep {
  readonly indent: number
  readonly isHidden: boolean
  readonly isFixture: boolean
  /** Its own line is left out; its steps take its place. */
  readonly isTransparent: boolean
}

const marks = { PASSED: '✓', FAILED: '✗', SKIPPED: '-' } as const
/** Printed when they begin, too, because others happen inside of them. */
const containers: ReadonlySet<string> = new Set(['test', 'test.step'])
const outside: OpenStep = { indent: 0, isHidden: false, isFixture: false, isTransparent: true }

/**
 * Makes lines of the events of a run, nested as its steps are. What Playwright does around a test by itself is left out
 * unless it fails.
 */
export class ProgressPrinter {
  readonly #print: (line: string) => void
  /** The latest step of each depth. */
  #open: OpenStep[] = []

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  add(event: DryRunEventResource): void {
    if (event.type === 'LOG') return this.#log(event)
    return event.state === 'STARTED' ? this.#start(event) : this.#end(event)
  }

  #log({ level = 'INFO', message = '' }: DryRunEventResource): void {
    const last = this.#open.at(-1)
    const indent = last === undefined ? 0 : last.indent + (last.isTransparent ? 0 : 1)
    const prefix = level === 'INFO' ? '│ ' : `│ ${level} `
    for (const line of plainText(message).split('\n')) this.#print(indented(`${prefix}${line}`, 2 * indent))
  }

  #start({ title = '', category = '', depth = 0 }: DryRunEventResource): void {
    const parent = this.#open[depth - 1] ?? outside
    const step = {
      indent: parent.indent + (parent.isTransparent ? 0 : 1),
      // What a fixture does is of no interest, but that it failed is.
      isHidden: parent.isHidden || parent.isFixture,
      isFixture: category === 'fixture',
      isTransparent: category === 'hook' || category === 'fixture',
    }
    this.#open = [...this.#open.slice(0, depth), step]
    if (containers.has(category) && !step.isHidden) this.#write(step, `▸ ${title}`)
  }

  #end({ state = 'PASSED', title = '', depth = 0, duration: ms }: DryRunEventResource): void {
    const step = this.#open[depth] ?? { ...outside, isTransparent: false }
    this.#open = this.#open.slice(0, depth)
    const isShown = !step.isHidden && (!step.isTransparent || state === 'FAILED')
    if (state === 'STARTED' || !isShown) return
    const time = typeof ms === 'number' ? ` (${duration(ms)})` : ''
    this.#write(step, `${marks[state]} ${title}${time}`)
  }

  #write({ indent }: OpenStep, text: string): void {
    this.#print(indented(plainText(text).replaceAll('\n', ' '), 2 * indent))
  }
}
