import { suiteStages } from './messages.ts'
import type { SuiteMessage } from './messages.ts'

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

const keyPattern = /^[0-9a-f]{64}$/
const namePattern = /^[\w-]+(\.[\w-]+)*$/
const maxProblemLength = 4_000

type Reader = (value: unknown, message: unknown) => SuiteMessage | null

const readers: readonly (readonly [name: string, read: Reader])[] = [
  ['ready', (value) => (value === true ? { kind: 'ready' } : null)],
  ['problem', (value) => withText(value, (text) => ({ kind: 'problem', text: text.slice(0, maxProblemLength) }))],
  ['stage', readStage],
  ['log', readLog],
  ['needs', (value) => withText(value, (tool) => ({ kind: 'needs', tool }))],
  ['key', (value) => withText(value, (key) => (keyPattern.test(key) ? { kind: 'key', key } : null))],
  ['damaged', (value) => (value === true ? { kind: 'damaged' } : null)],
  [
    'dependencies',
    (value) => withText(value, (name) => (namePattern.test(name) ? { kind: 'dependencies', name } : null)),
  ],
  ['end', readEnd],
]

/** Reads a message that user code may have forged. */
export function readMessage(message: unknown): SuiteMessage {
  for (const [name, read] of readers) {
    const value = field(message, name)
    const found = value === undefined ? null : read(value, message)
    if (found !== null) return found
  }
  return { kind: 'unknown' }
}

const withText = (value: unknown, read: (text: string) => SuiteMessage | null): SuiteMessage | null =>
  typeof value === 'string' ? read(value) : null

function readStage(value: unknown): SuiteMessage | null {
  const stage = suiteStages.find((each) => each === value)
  return stage === undefined ? null : { kind: 'stage', stage }
}

function readLog(value: unknown): SuiteMessage | null {
  const text = field(value, 'text')
  if (typeof text !== 'string') return null
  return { kind: 'log', level: field(value, 'level') === 'error' ? 'ERROR' : 'INFO', text }
}

function readEnd(value: unknown): SuiteMessage {
  const code = field(value, 'code')
  return { kind: 'end', code: typeof code === 'number' && Number.isSafeInteger(code) ? code : null }
}
