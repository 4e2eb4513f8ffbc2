import Type from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'
import { AnyObject, Nullable, OneOf, OneOfNumbers, Strict } from '../schema.ts'
import { frequencies, LocationsInput, ScriptInput } from './check-fields.ts'

const Text = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.Optional(Nullable(Type.String({ maxLength }), options))

/** Files that a script imports, with the whole text of each. */
const Dependencies = () =>
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
const dependencies = { dependencies: Dependencies() }

/** Files of the scripts around the request of an API check. */
export const apiScriptFields = {
  ...dependencies,
  setupScriptDependencies: Dependencies(),
  tearDownScriptDependencies: Dependencies(),
}

const TestFile = (options: Record<string, unknown> = {}) =>
  ScriptInput({ minLength: 1, description: 'A Playwright test file.', ...options })

const KeptLimit = () =>
  Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 300_000 }), {
      description: 'Kept for clients that send it for every type; runs are not judged by it.',
    }),
  )

const testFileFields = {
  ...dependencies,
  degradedResponseTime: KeptLimit(),
  maxResponseTime: KeptLimit(),
  playwrightConfig: Type.Optional(
    Nullable(AnyObject(), { description: 'The parts use, expect and timeout of a Playwright configuration.' }),
  ),
}
const Snapshots = () =>
  Type.Optional(
    Nullable(
      Type.Array(
        Strict({
          key: Type.String({ minLength: 1, maxLength: 1000 }),
          path: Type.String({ minLength: 1, maxLength: 1000 }),
        }),
        { maxItems: 1000 },
      ),
      { description: 'Golden files of visual comparisons.' },
    ),
  )

/** Semantics 3.12. */
const suiteFields = {
  codeBundlePath: Type.String({ minLength: 1, maxLength: 1000, description: 'Where the code bundle is stored.' }),
  cacheHash: Text(1000),
  playwrightVersion: Text(100),
  workingDir: Text(1000),
  testCommand: Text(10_000, { default: 'npx playwright test' }),
  installCommand: Text(10_000, { default: '' }),
  browsers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, default: ['chromium'] }),
  ),
  engine: Type.Optional(Nullable(OneOf(['node', 'bun']), { default: null })),
  engineVersion: Text(100, { default: null }),
}

/** Semantics 3.13. */
const agenticFields = {
  prompt: Type.String({ minLength: 1, maxLength: 10_000 }),
  agentRuntime: Type.Optional(
    Nullable(Strict({ skills: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 })) })),
  ),
}

/** What each type of script check takes or needs beyond the fields of all. */
export const scriptCheckFields = {
  BROWSER: { ...testFileFields, script: TestFile(), snapshots: Snapshots() },
  MULTI_STEP: { ...testFileFields, script: TestFile() },
  PLAYWRIGHT: suiteFields,
  AGENTIC: {
    ...agenticFields,
    frequency: Type.Optional(OneOfNumbers(frequencies, { default: 30, description: 'Minutes between runs.' })),
    locations: Type.Optional(
      Nullable(Type.Array(LocationsInput().items, { maxItems: 3, uniqueItems: true }), { default: [] }),
    ),
  },
} as const satisfies Record<string, Record<string, TSchema>>

/** All of them, by name and with nothing required: what the route for every type takes. */
export const anyScriptCheckField = {
  ...apiScriptFields,
  ...testFileFields,
  snapshots: Snapshots(),
  ...suiteFields,
  codeBundlePath: Type.Optional(suiteFields.codeBundlePath),
  agentRuntime: agenticFields.agentRuntime,
  prompt: Type.Optional(agenticFields.prompt),
}
export type ScriptCheckInput = Static<TObject<typeof anyScriptCheckField>>
