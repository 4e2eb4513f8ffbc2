import Type from 'typebox'
import type { Static, TObject } from 'typebox'
import { checkTypes } from '../check-types/index.ts'
import { apiScriptFields, Snapshots, testFileFields } from '../check-types/script-fields.ts'

const { PLAYWRIGHT, AGENTIC } = checkTypes

/** The fields of all script checks, by name and with nothing required: what the route for every type takes. */
export const anyScriptCheckField = {
  ...apiScriptFields,
  ...testFileFields,
  snapshots: Snapshots(),
  ...PLAYWRIGHT.fields,
  codeBundlePath: Type.Optional(PLAYWRIGHT.fields.codeBundlePath),
  agentRuntime: AGENTIC.fields.agentRuntime,
  prompt: Type.Optional(AGENTIC.fields.prompt),
}
export type ScriptCheckInput = Static<TObject<typeof anyScriptCheckField>>
