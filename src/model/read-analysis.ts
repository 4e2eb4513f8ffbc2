import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import Type from 'typebox'
import type { Static } from 'typebox'
import type { Analysis } from '#contract'
import { artifactTypes } from '#diagnosis'
import type { ModelQuestion } from './model-question.ts'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

/** The schema of a model's answer. Additional fields are dropped. */
const ModelAnalysisSchema = Type.Object({
  classification: Type.String({ pattern: '^[A-Z][A-Z_]{2,39}$' }),
  rootCause: Text(4_000),
  userImpact: Text(2_000),
  codeFix: Type.Optional(Type.Union([Type.String({ maxLength: 8_000 }), Type.Null()])),
  evidence: Type.Optional(
    Type.Union([
      Type.Array(
        Type.Object({
          description: Text(1_000),
          artifacts: Type.Optional(
            Type.Array(Type.Object({ name: Text(200), type: Type.Enum([...artifactTypes]) }), { maxItems: 10 }),
          ),
        }),
        { maxItems: 20 },
      ),
      Type.Null(),
    ]),
  ),
})
type ModelAnalysis = Static<typeof ModelAnalysisSchema>

let compiled: ValidateFunction<ModelAnalysis> | undefined
const validate = (value: unknown): value is ModelAnalysis => {
  compiled ??= new Ajv({ strict: false, allowUnionTypes: true }).compile<ModelAnalysis>(ModelAnalysisSchema)
  return compiled(value)
}

/**
 * Reads the analysis of a model. Links are those of the rules, never the model's, and URLs in its text are removed
 * unless they lead to the checked host, as a protection against prompt injection by the target.
 */
export function readAnalysis(
  text: string,
  { evidence, byRules }: ModelQuestion,
  redact: (text: string) => string,
): { readonly analysis: Analysis } | { readonly problem: string } {
  const value = jsonIn(text)
  if (value === undefined) return { problem: 'it holds no JSON object.' }
  if (!validate(value)) return { problem: problemOf(compiled) }
  const tidy = (raw: string): string => withoutLinks(redact(printable(raw)), evidence.host)
  const lines = value.evidence?.map(({ description, artifacts = [] }) => ({
    description: tidy(description),
    artifacts: artifacts.map(({ name, type }) => ({ name: tidy(name), type })),
  }))
  return {
    analysis: {
      classification: value.classification,
      rootCause: tidy(value.rootCause),
      userImpact: tidy(value.userImpact),
      codeFix: value.codeFix ? tidy(value.codeFix) : null,
      evidence: lines && lines.length > 0 ? lines : byRules.evidence,
      referenceLinks: byRules.referenceLinks,
    },
  }
}

/** Models may wrap JSON in code fences and reasoning: the object is from the first brace to the last. */
function jsonIn(text: string): unknown {
  const answer = text.replace(/^[^]*<\/think>/, '')
  const [from, to] = [answer.indexOf('{'), answer.lastIndexOf('}')]
  if (from < 0 || to < from) return undefined
  try {
    return JSON.parse(answer.slice(from, to + 1))
  } catch {
    return undefined
  }
}

/** Names the field and the rule, without anything of the answer. */
function problemOf(failed: ValidateFunction | undefined): string {
  const [error] = failed?.errors ?? []
  return error
    ? `${error.instancePath === '' ? 'the object' : error.instancePath} ${error.message ?? 'is wrong'}.`
    : 'it is wrong.'
}

/** Without control characters and bidirectional controls. */
const printable = (text: string): string => text.replaceAll(/[^\P{C}\n\t]/gu, '').trim()

const withoutLinks = (text: string, host: string | null): string =>
  text.replaceAll(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>)\]]+/gi, (link) =>
    host !== null && URL.parse(link)?.hostname === host ? link : '[link removed]',
  )
