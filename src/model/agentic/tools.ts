import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import Type from 'typebox'
import type { TObject, TProperties } from 'typebox'
import { agenticAssertionKinds, agenticSuggestionCategories } from '#contract'
import type { AgenticAction, ExplorationFinish } from '#contract'

const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })
const strict = <P extends TProperties>(properties: P): TObject<P> =>
  Type.Object(properties, { additionalProperties: false })

const Target = Type.Object(
  {
    role: Type.Optional(
      Text(40, 'The ARIA role as the snapshot shows it, for example button, link, textbox, heading.'),
    ),
    name: Type.Optional(Text(500, 'The accessible name in the snapshot, complete. Needs a role.')),
    text: Type.Optional(Text(500, 'The text of the element, for elements without a role.')),
    nth: Type.Optional(Type.Integer({ minimum: 0, maximum: 500, description: 'Which one of several, from 0.' })),
  },
  { additionalProperties: false, anyOf: [{ required: ['role'] }, { required: ['text'] }] },
)
const Value = (description: string) =>
  Type.String({ maxLength: 10_000, description: `${description} May hold {{NAME}}.` })

/** Everything that a model can do. There is no other way for it to act. */
const tools = {
  navigate: ['Opens a URL of a host that the prompt names.', strict({ url: Value('The URL.') })],
  snapshot: ['Shows the page as it is now.', strict({})],
  click: ['Clicks an element.', strict({ target: Target })],
  type: ['Replaces the text of an input.', strict({ target: Target, text: Value('The text.') })],
  press: ['Presses a key, for example Enter.', strict({ key: Text(40, 'The key.'), target: Type.Optional(Target) })],
  select: ['Chooses an option of a select element.', strict({ target: Target, option: Value('Its label.') })],
  request: [
    'Sends an HTTP request to a host that the prompt names. Redirects are not followed.',
    strict({
      method: Type.Enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
      url: Value('The URL.'),
      headers: Type.Optional(Type.Record(Type.String(), Value('A header.'))),
      body: Type.Optional(Value('The body.')),
    }),
  ],
  assert: [
    'Verifies a part of a condition of the plan. visible, hidden, text and value are about the target; url and title about the page; status and body about the last response. text, url, title and body compare with a part, value and status with the whole.',
    strict({
      condition: Type.Integer({ minimum: 1, maximum: 20, description: 'The number of the condition, from 1.' }),
      kind: Type.Enum([...agenticAssertionKinds]),
      target: Type.Optional(Target),
      expected: Type.Optional(Value('The text that is expected.')),
    }),
  ],
  finish: [
    'Ends the exploration.',
    strict({
      outcome: Type.Enum(['passed', 'failed'], { description: 'passed only if every condition was verified.' }),
      summary: Text(2000, 'What was done and found.'),
      suggestions: Type.Optional(
        Type.Array(
          strict({
            summary: Text(500, 'What the author should change.'),
            prompt: Text(2000, 'The part of the prompt it is about.'),
            promptReplacement: Text(2000, 'What to write in its place.'),
            secrets: Type.Array(Text(100, 'The name of a variable that is missing.'), { maxItems: 20 }),
            category: Type.Enum([...agenticSuggestionCategories]),
          }),
          { maxItems: 5 },
        ),
      ),
    }),
  ],
} as const satisfies Record<string, readonly [string, TObject]>

const plan = strict({
  conditions: Type.Array(Text(500, 'One condition, as a sentence.'), { minItems: 1, maxItems: 20 }),
})

export type ReadCall =
  | { readonly action: AgenticAction }
  | { readonly finish: ExplorationFinish }
  | { readonly conditions: readonly string[] }
  | { readonly problem: string }

const declared = (name: string, [description, parameters]: readonly [string, TObject]): object => ({
  type: 'function',
  function: { name, description, parameters },
})

/** The tools of an exploration, as the chat completions protocol declares functions. */
export const declaredTools = (): object[] => Object.entries(tools).map(([name, tool]) => declared(name, tool))
/** The only tool of the first turn. */
export const declaredPlan = (): object[] => [
  declared('plan', ['Lists what the prompt demands to be true, each as a condition that can be verified.', plan]),
]

const validators = new Map<string, ValidateFunction>()

function validatorOf(name: string): ValidateFunction | null {
  const known = validators.get(name)
  if (known) return known
  const schema =
    name === 'plan' ? plan : new Map<string, readonly [string, TObject]>(Object.entries(tools)).get(name)?.[1]
  if (schema === undefined) return null
  const compiled = new Ajv({ strict: false, allowUnionTypes: true }).compile(schema)
  validators.set(name, compiled)
  return compiled
}

const needsTarget = new Set(['visible', 'hidden', 'text', 'value'])

/** The call of a tool, validated. A problem is a sentence for the model. */
export function readCall(name: string, argumentsText: string): ReadCall {
  const validate = validatorOf(name)
  if (validate === null) return { problem: `There is no tool "${name.slice(0, 60)}".` }
  const value = parsed(argumentsText)
  if (!validate(value)) {
    const [error] = validate.errors ?? []
    return {
      problem: `The arguments of ${name} are invalid: ${error?.instancePath ?? ''} ${error?.message ?? ''}`.trim(),
    }
  }
  if (name === 'plan') return asPlan(value)
  if (name === 'finish') return { finish: asFinish(value) }
  return withoutHoles(asAction(name, value))
}

function withoutHoles(action: AgenticAction): ReadCall {
  if (action.tool !== 'assert') return { action }
  if (needsTarget.has(action.kind) && action.target === undefined)
    return { problem: `An assertion of the kind ${action.kind} needs a target.` }
  const isAboutPresence = action.kind === 'visible' || action.kind === 'hidden'
  if (!isAboutPresence && !action.expected)
    return { problem: `An assertion of the kind ${action.kind} needs "expected".` }
  return { action }
}

/** Sound after the schema of the tool accepted the value. */
const asAction = (tool: string, value: unknown): AgenticAction => ({ tool, ...Object(value) }) as AgenticAction
/** Sound after the schema of the tool accepted the value. */
const asFinish = (value: unknown): ExplorationFinish => value as ExplorationFinish
/** Sound after the schema of the tool accepted the value. */
const asPlan = (value: unknown): { readonly conditions: readonly string[] } => value as { conditions: string[] }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return null
  }
}
