import Type from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { OneOf, Uuid } from '../schema.ts'

/** An id that may be mistyped: a malformed one is answered 404. */
export const TextId = () => Type.String({ minLength: 1, maxLength: 100 })

export const byId = Type.Object({ id: TextId() })
export const byIntegerId = Type.Object({ id: Type.Integer({ minimum: 1, maximum: largestId }) })
export const byCheckId = Type.Object({ checkId: TextId() })
export const byCheckSessionId = Type.Object({ checkSessionId: Uuid() })

export const defaultPageSize = 10

/** Page and size of page lists: an array, and the total in the `content-range` header. */
export const pageFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultPageSize })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
}
export const PageQuery = Type.Object(pageFields)

/** The range of items that a page query requests; `offset` is zero-based. */
export function pageWindow(query: { readonly limit?: number; readonly page?: number }): {
  readonly limit: number
  readonly offset: number
} {
  const limit = query.limit ?? defaultPageSize
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
}

export const defaultCursorPageSize = 20

/** Size and start of lists read by cursor: a page names the cursor of the next. */
export const cursorFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: defaultCursorPageSize })),
  nextId: Type.Optional(Type.String({ maxLength: 512, description: 'Cursor from the page before.' })),
}

/** An instant as unix seconds or ISO 8601. */
export const Instant = () =>
  Type.String({ maxLength: 40, description: 'Unix seconds, or a date and time in ISO 8601.' })
export const rangeFields = { from: Type.Optional(Instant()), to: Type.Optional(Instant()) }

export const CheckTypeFilter = () => Type.Optional(OneOf(publicCheckTypes))
export const TagFilter = () =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100, description: 'Has one of these tags.' }),
  )

/** Whether a new check or group is subscribed to every channel with automatic subscriptions. */
export const AutoAssignQuery = Type.Object({
  autoAssignAlerts: Type.Optional(
    Type.Boolean({ default: true, description: 'Subscribe the new resource to all existing alert channels.' }),
  ),
})

/** How long to wait for the end of a session. */
/** Of operations that follow runs under way. */
export const ProgressQuery = Type.Object({
  maxWaitSeconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30, default: 30, description: 'How long to wait for events.' }),
  ),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'The `position` of the last answer.',
    }),
  ),
})

export const CompletionQuery = Type.Object({
  maxWaitSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, description: 'How long to wait for the end before answering 408.' }),
  ),
})
