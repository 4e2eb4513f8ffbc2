import { describe, expect, it } from 'vitest'
import { currentSilence } from './current-silence.ts'
import type { SilenceFacts } from './current-silence.ts'

const silenceOf = (changes: Partial<SilenceFacts>) =>
  currentSilence({
    nowMs: 1000,
    check: { muted: false, mutedUntilMs: null },
    group: null,
    snoozedUntilMs: null,
    maintenance: null,
    ...changes,
  })

describe('the silence of a check', () => {
  it.each([
    ['nothing', {}, null],
    ['a mute without end', { check: { muted: true, mutedUntilMs: null } }, ['CHECK_MUTED', null]],
    ['a mute for a time', { check: { muted: false, mutedUntilMs: 1001 } }, ['CHECK_MUTED', 1001]],
    ['a mute that is over', { check: { muted: false, mutedUntilMs: 1000 } }, null],
    ['a group muted for a time', { group: { muted: false, mutedUntilMs: 2000 } }, ['GROUP_MUTED', 2000]],
    ['a snooze', { snoozedUntilMs: 2000 }, ['CHECK_SNOOZED', 2000]],
    ['a snooze that is over', { snoozedUntilMs: 999 }, null],
    ['a window', { maintenance: { untilMs: 3000, notifies: true } }, ['SILENCED_BY_MAINTENANCE', 3000]],
    [
      'the one of two that ends last',
      { snoozedUntilMs: 4000, maintenance: { untilMs: 3000, notifies: true } },
      ['CHECK_SNOOZED', 4000],
    ],
    [
      'the one without an end',
      { check: { muted: true, mutedUntilMs: null }, maintenance: { untilMs: 3000, notifies: true } },
      ['CHECK_MUTED', null],
    ],
    [
      'a mute rather than a window that notifies nobody at its end',
      { snoozedUntilMs: 2000, maintenance: { untilMs: null, notifies: false } },
      ['CHECK_SNOOZED', 2000],
    ],
  ] as const)('is %s', (_, changes, expected) => {
    const silence = silenceOf(changes)
    expect(silence && [silence.silence, silence.untilMs]).toEqual(expected)
  })

  it('is final only when nothing but windows without a notification at their end silences the check', () => {
    const maintenance = { untilMs: 3000, notifies: false }
    expect(silenceOf({ maintenance })?.isFinal).toBe(true)
    expect(silenceOf({ maintenance, snoozedUntilMs: 2000 })?.isFinal).toBeUndefined()
  })
})
