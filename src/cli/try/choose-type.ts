import type { TestFileType } from '#contract'
import type { TestProject } from '#resource-files'

/** As the option spells them. */
export const typeNames: Readonly<Record<string, TestFileType>> = { browser: 'BROWSER', 'multi-step': 'MULTI_STEP' }

export interface ChosenType {
  readonly type: TestFileType
  /** A phrase. */
  readonly reason: string
}

/** A fixture of the browser in a destructured parameter, such as `({ page }) =>`. */
const browserFixture = /\(\s*\{[^{}]*\b(page|context|browser)\b[^{}]*\}/

/** The type that a test file needs: a browser starts only for files that use one of its fixtures. */
export function chooseType({ script, dependencies }: TestProject, requested: TestFileType | null): ChosenType {
  if (requested !== null) return { type: requested, reason: 'as requested' }
  const texts = [script, ...dependencies.map(({ content }) => content)]
  const fixture = texts.flatMap((text) => browserFixture.exec(text)?.[1] ?? [])[0]
  return fixture === undefined
    ? { type: 'MULTI_STEP', reason: 'it uses no browser' }
    : { type: 'BROWSER', reason: `it uses ${fixture}` }
}
