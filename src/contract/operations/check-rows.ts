import Type from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { CheckCellsSchema, CheckFacetsSchema, CheckRowListSchema, checkRowStates } from '../resources/check-row.ts'
import { OneOf, Uuid } from '../schema.ts'
import { TagFilter } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Checks')

/** The orders of lists of checks. A state comes with its worst first, and within it by name. */
export const checkRowOrders = ['name', 'state', 'group', 'since', 'frequency', 'lastRunAt', 'responseTime'] as const
/** How pictures of all checks can be arranged. */
export const cellArrangements = ['group', 'tag', 'location', 'place', 'type'] as const
export type CellArrangement = (typeof cellArrangements)[number]
export type CheckRowOrder = (typeof checkRowOrders)[number]

const CommaSeparated = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Optional(Type.Array(OneOf(values), { maxItems: 20, description }))

export const checkRowOperations = {
  listCheckRows: operation('GET /v1/check-rows', {
    summary: 'List checks with their states, and how many have which, as screens show them',
    query: Type.Object({
      checkId: Type.Optional(Type.Array(Uuid(), { minItems: 1, maxItems: 100, description: 'Is one of these.' })),
      search: Type.Optional(
        Type.String({ maxLength: 512, description: 'Part of the name, the URL or a tag, case-insensitive.' }),
      ),
      state: CommaSeparated(checkRowStates, 'Has one of these states. The counts leave this filter out.'),
      checkType: CommaSeparated(publicCheckTypes, 'Has one of these types.'),
      tag: TagFilter(),
      groupId: Type.Optional(Type.Integer({ minimum: 1, maximum: largestId })),
      location: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Code of a public, slug name of a private location, or the name of a place.',
        }),
      ),
      muted: Type.Optional(Type.Boolean()),
      sortBy: Type.Optional(OneOf(checkRowOrders, { default: 'state' })),
      sortOrder: Type.Optional(OneOf(['asc', 'desc'], { default: 'asc' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
      nextId: Type.Optional(Type.String({ maxLength: 1024, description: 'Cursor from the page before.' })),
    }),
    success: { status: 200, schema: CheckRowListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  listCheckFacets: operation('GET /v1/check-facets', {
    summary: 'List the tags and locations that checks have, and how many checks have each',
    success: { status: 200, schema: CheckFacetsSchema },
  }),
  listCheckCells: operation('GET /v1/check-cells', {
    summary: 'List all checks with nothing but their names, groups and states',
    query: Type.Object({
      arrangeBy: Type.Optional(
        OneOf(cellArrangements, {
          default: 'group',
          description:
            'What `groupId` and `groups` stand for. A check with several tags or locations is there several times.',
        }),
      ),
    }),
    success: { status: 200, schema: CheckCellsSchema },
    limit: { requests: 60, seconds: 60 },
  }),
} as const
