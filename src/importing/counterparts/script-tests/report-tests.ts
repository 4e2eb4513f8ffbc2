import type { Draft } from '../../draft.ts'
import type { Expectation, Place } from '../expectations.ts'
import type { ScriptTest } from './read-tests.ts'
import { isPlace } from './values.ts'

/** Expectations on the response, and the parts of it that they keep for later requests. */
export interface Demands {
  readonly expectations: readonly Expectation[]
  readonly stored: readonly (readonly [name: string, place: Place])[]
}

/** Adds a line for each test. Scripts may hold secrets, so that no text of them is in the report. */
export function reportTests(draft: Draft, item: string, tests: readonly ScriptTest[]): Demands {
  for (const test of tests) reportTest(draft, item, test)
  return {
    expectations: tests.flatMap(({ expectations }) => expectations),
    stored: tests.flatMap(({ stored }) =>
      stored.flatMap(([name, value]) => (isPlace(value) ? [[name, value] as const] : [])),
    ),
  }
}

function reportTest(draft: Draft, item: string, { title, unread, notes, expectations, stored }: ScriptTest): void {
  const field = `test "${title}"`
  const kept = expectations.length + stored.length
  const lost = `${unread === 1 ? 'One statement has' : `${unread} statements have`} no counterpart: write an assertion or a script.`
  if (unread > 0) draft.report({ item, field, fate: kept > 0 ? 'approximated' : 'impossible', note: lost })
  else if (notes[0] !== undefined) draft.report({ item, field, fate: 'approximated', note: notes[0] })
  else draft.report({ item, field, fate: 'exact', note: '' })
}
