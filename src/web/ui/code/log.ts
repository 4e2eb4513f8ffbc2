import { StreamLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

const levels: Readonly<Record<string, string>> = { ERROR: 'invalid', FATAL: 'invalid', WARN: 'annotation' }

/** A time and a level at the beginning of a line; what follows may be anything, and has no colour. */
export const log: Extension = StreamLanguage.define<{ part: number }>({
  name: 'log',
  startState: () => ({ part: 0 }),
  token(stream, state) {
    if (stream.sol()) state.part = 0
    state.part += 1
    if (state.part === 1 && stream.match(/^\d\d:\d\d:\d\d[.]\d+ ?/)) return 'comment'
    const level = state.part <= 2 ? stream.match(/^[A-Z]{3,8}(?= )/) : null
    state.part = 3
    if (Array.isArray(level)) return levels[level[0] ?? ''] ?? 'comment'
    stream.skipToEnd()
    return null
  },
})
