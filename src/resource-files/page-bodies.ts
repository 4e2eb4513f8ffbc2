import {
  AutomationRuleBodySchema,
  ComponentPageBodySchema,
  PageComponentBodySchema,
  StatusPageCreateBodySchema,
} from '#contract'
import { plain } from './plain-schema.ts'
import type { JsonSchema } from './plain-schema.ts'

/** The versions of status pages, by which files tell them apart; without one a page has the second. */
export const usualPageVersion = 2

const versioned = (schema: object, version: number): JsonSchema => {
  const body = plain(schema)
  const isUsual = version === usualPageVersion
  const property = {
    type: 'number',
    const: version,
    ...(isUsual && { default: version }),
    description: isUsual ? 'A page of cards with services.' : 'A page of components.',
  }
  const required = isUsual ? body['required'] : [...Object(body['required']), 'version']
  return { ...body, required, properties: { ...Object(body['properties']), version: property } }
}

/** A body of the API whose path names the page that it belongs to. */
function onPage(schema: object): JsonSchema {
  const body = plain(schema)
  const properties = { ...Object(body['properties']), statusPageId: { type: 'string' } }
  return { ...body, required: [...Object(body['required']), 'statusPageId'], properties }
}

export const statusPageBodies: readonly JsonSchema[] = [
  versioned(StatusPageCreateBodySchema, usualPageVersion),
  versioned(ComponentPageBodySchema, 3),
]
export const componentBodies: readonly JsonSchema[] = [onPage(PageComponentBodySchema)]
export const automationRuleBodies: readonly JsonSchema[] = [onPage(AutomationRuleBodySchema)]
