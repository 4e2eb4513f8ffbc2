import Type from 'typebox'
import { ScriptInput } from '../resources/check-fields.ts'
import { AnyObject, Nullable, Strict } from '../schema.ts'
import { described } from '../forms/field-edit.ts'

const files = { section: 'request', isAdvanced: true, construct: null } as const

/** Files that a script imports, with the whole text of each. */
export const Dependencies = () =>
  Type.Optional(
    Nullable(
      Type.Array(
        Strict({
          path: Type.String({ minLength: 1, maxLength: 1000 }),
          content: Type.String({ minLength: 1, maxLength: 1_000_000 }),
        }),
        { maxItems: 1000 },
      ),
    ),
  )

/** The golden files of a check, and where its script finds them. */
export const Snapshots = () =>
  described(
    Type.Optional(
      Nullable(
        Type.Array(
          Strict({
            key: described(Type.String({ minLength: 1, maxLength: 1000, description: 'Of a golden file.' }), {
              label: 'goldenFileKey',
            }),
            path: Type.String({ minLength: 1, maxLength: 1000, description: 'Relative, as that of a dependency.' }),
          }),
          { maxItems: 1000 },
        ),
        { description: 'Golden files of comparisons.' },
      ),
    ),
    files,
  )

/** Files of the scripts around the request of an API check. */
export const apiScriptFields = {
  dependencies: described(Dependencies(), { ...files, control: 'files', section: 'scripts' }),
  setupScriptDependencies: described(Dependencies(), { ...files, control: 'files', section: 'scripts' }),
  tearDownScriptDependencies: described(Dependencies(), { ...files, control: 'files', section: 'scripts' }),
} as const

export const TestFile = (options: Record<string, unknown> = {}) =>
  described(ScriptInput({ minLength: 1, description: 'A Playwright test file.', ...options }), {
    section: 'request',
    control: 'code',
    language: 'javascript',
    rows: 18,
    isRequired: true,
    construct: 'code.content',
  })

const IgnoredLimit = () =>
  Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 300_000 }), {
      description: 'Kept for clients that send it for every type; it does not affect runs.',
    }),
  )

/** The fields of checks that are one Playwright test file. */
export const testFileFields = {
  dependencies: described(Dependencies(), { ...files, control: 'files' }),
  degradedResponseTime: IgnoredLimit(),
  maxResponseTime: IgnoredLimit(),
  playwrightConfig: described(
    Type.Optional(
      Nullable(AnyObject(), { description: 'The parts use, expect and timeout of a Playwright configuration.' }),
    ),
    { ...files, control: 'json' },
  ),
} as const
