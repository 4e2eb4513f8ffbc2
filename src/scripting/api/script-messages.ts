import type { LogLine } from '#contract'

/** The messages of the script program, which may be anything before they are read. */
export type ScriptMessage =
  | { readonly type: 'log'; readonly lines: readonly LogLine[] }
  | { readonly type: 'failed' | 'stray'; readonly message: string; readonly stack: readonly string[] }
  | {
      readonly type: 'done'
      readonly request: unknown
      readonly response: unknown
      readonly environment: Readonly<Record<string, string>>
    }

const levels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
const maxText = 20_000
const maxFrames = 10

/** Null for anything that is not a message of the program. */
export function readScriptMessage(message: unknown): ScriptMessage | null {
  const type = fieldOf(message, 'type')
  if (type === 'log') return { type, lines: listOf(fieldOf(message, 'lines')).flatMap(readLine) }
  if (type === 'failed' || type === 'stray')
    return {
      type,
      message: textOf(fieldOf(message, 'message')) ?? 'an error without a message',
      stack: listOf(fieldOf(message, 'stack'))
        .flatMap((frame) => textOf(frame) ?? [])
        .slice(0, maxFrames),
    }
  if (type !== 'done') return null
  const environment = Object.entries(fieldOf(message, 'environment') ?? {}).filter(isTextEntry)
  return {
    type,
    request: fieldOf(message, 'request'),
    response: fieldOf(message, 'response'),
    environment: Object.fromEntries(environment),
  }
}

function readLine(line: unknown): LogLine[] {
  const time = fieldOf(line, 'time')
  const level = levels.find((known) => known === fieldOf(line, 'level'))
  const msg = textOf(fieldOf(line, 'msg'))
  if (typeof time !== 'number' || !Number.isFinite(time) || level === undefined || msg === undefined) return []
  return [{ time: Math.round(time), level, msg }]
}

const isTextEntry = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, maxText) : undefined)

/** An own field of an object; undefined for anything else. */
export const fieldOf = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
