import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'

/** A test as the API has it, from the values of `datadog_synthetics_test` in a state of Terraform. */
export function testOfTerraform(values: Fields): Fields {
  const { id, options_list: options, api_step: steps, config_variable: variables, ...rest } = given(values)
  const { sent, left } = sentOf(rest)
  const { browser_step: browserSteps, browser_variable: browserVariables, ...test } = left
  return {
    ...test,
    public_id: id,
    ...(browserSteps !== undefined && { steps: browserSteps }),
    options: blocksOf(firstOf(options), ['retry', 'monitor_options', 'scheduling', 'ci', 'rum_settings']),
    config: {
      ...(steps === undefined && sent),
      ...(variables !== undefined && { configVariables: listIn(variables).map(given) }),
      ...(browserVariables !== undefined && { variables: browserVariables }),
      ...(steps !== undefined && { steps: listIn(steps).map(stepOf) }),
    },
  }
}

/** States have an empty value for each setting that nobody made. */
const given = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null &&
        value !== '' &&
        value !== 0 &&
        !(typeof value === 'object' && Object.keys(fieldsIn(value)).length === 0 && !isFilledList(value)),
    ),
  )

const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** A block of Terraform is a list. */
const firstOf = (value: unknown): Fields => given(listIn(value)[0] ?? {})

const blocksOf = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, names.includes(name) ? firstOf(value) : value]),
  )

const kept: ReadonlySet<string> = new Set(['follow_redirects', 'allow_insecure'])
const inCamelCase = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      kept.has(name) ? name : name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

const blocks: Readonly<Record<string, string>> = {
  request_basicauth: 'basicAuth',
  request_client_certificate: 'certificate',
  request_proxy: 'proxy',
}
const maps: Readonly<Record<string, string>> = {
  request_headers: 'headers',
  request_query: 'query',
  request_metadata: 'metadata',
  request_file: 'files',
}

/** The request and assertions of a test or step, and the other fields. */
function sentOf(fields: Fields): { readonly sent: Fields; readonly left: Fields } {
  const { request_definition: definition, assertion, ...rest } = fields
  const isOfRequest = (name: string): boolean => Object.hasOwn(blocks, name) || Object.hasOwn(maps, name)
  const parts = Object.entries(rest).flatMap(([name, value]) => {
    const [block, map] = [blocks[name], maps[name]]
    return block === undefined
      ? map === undefined
        ? []
        : [[map, value] as const]
      : [[block, inCamelCase(firstOf(value))] as const]
  })
  const request = { ...inCamelCase(firstOf(definition)), ...Object.fromEntries(parts) }
  return {
    sent: { request, assertions: listIn(assertion).map(assertionOf) },
    left: Object.fromEntries(Object.entries(rest).filter(([name]) => !isOfRequest(name))),
  }
}

const members: Readonly<Record<string, string>> = {
  elementsoperator: 'elementsOperator',
  jsonpath: 'jsonPath',
  jsonschema: 'jsonSchema',
  metaschema: 'metaSchema',
  targetvalue: 'targetValue',
  xpath: 'xPath',
}

function assertionOf(fields: Fields): Fields {
  const { targetjsonpath: path, targetjsonschema: schema, targetxpath: xpath, ...plain } = given(fields)
  const target = [path, schema, xpath].map(firstOf).find((one) => Object.keys(one).length > 0)
  return {
    ...inCamelCase(plain),
    ...(target && {
      target: Object.fromEntries(Object.entries(target).map(([name, value]) => [members[name] ?? name, value])),
    }),
  }
}

function stepOf(fields: Fields): Fields {
  const { retry, extracted_value: values, ...rest } = given(fields)
  const { sent, left } = sentOf(rest)
  const extracted = listIn(values).map((one) => blocksOf(given(one), ['parser']))
  return {
    ...inCamelCase(left),
    ...(textIn(left['subtype']) === 'wait' ? {} : sent),
    ...(retry !== undefined && { retry: firstOf(retry) }),
    ...(extracted.length > 0 && { extractedValues: extracted }),
  }
}
