import { Ajv } from 'ajv'
import type { Options } from 'ajv'
import addFormats from 'ajv-formats'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { schemaDialects } from '#contract'
import { compilePattern, isMatch } from '../pattern.ts'
import type { WorkBudget } from '../work-budget.ts'

export type JsonSchema = Readonly<Record<string, unknown>>
type Dialect = (typeof schemaDialects)[number]

const constructors: { readonly [D in Dialect]: new (options: Options) => Ajv } = {
  'https://json-schema.org/draft/2020-12/schema': Ajv2020,
  'https://json-schema.org/draft/2019-09/schema': Ajv2019,
  'http://json-schema.org/draft-07/schema': Ajv,
}

/** The dialect that `$schema` names; null for one that is not known. */
export function dialectOf({ $schema = schemaDialects[0] }: JsonSchema): Dialect | null {
  const name = typeof $schema === 'string' ? $schema.replace(/#$/, '') : ''
  return schemaDialects.find((dialect) => dialect === name) ?? null
}

/**
 * A validator of a dialect. It fetches nothing, and matches regular expressions in linear time, charged to the budget;
 * then it throws CannotEvaluate.
 */
export function validatorOf(dialect: Dialect, work: WorkBudget, options: Options = {}): Ajv {
  const ajv = new constructors[dialect]({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    ownProperties: true,
    addUsedSchema: false,
    logger: false,
    ...options,
    code: { optimize: false, regExp: patternsWithin(work) },
  })
  addFormats.default(ajv)
  return ajv
}

/** Named for the library, which puts the name into the code of validators that it writes out. */
const patternsWithin = (work: WorkBudget) =>
  Object.assign(
    (source: string) => {
      const pattern = compilePattern(source, work)
      return { test: (text: string): boolean => isMatch(pattern, text, false, work), toString: () => source }
    },
    { code: 'patternsWithin' },
  )
