import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { call, callWith } from '../../api/call.ts'
import type { CallOptions } from '../../api/call.ts'
import { change, changeAll } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useCursorPages } from '../../api/use-pages.ts'
import type { Version } from './page-draft.ts'

export type PageSummary = Answer<'listStatusPageSummaries'>['entries'][number]
export type Access = Answer<'getStatusPageAccess'>
export type Preview = Answer<'previewStatusPage'>
export type Rule = Answer<'listAutomationRulesV3'>['entries'][number]
export type RuleBody = NonNullable<Input<'createAutomationRuleV3'>['body']>
export type Service = Answer<'listStatusPageServices'>['entries'][number]
export type Source = Answer<'listServiceSources'>['entries'][number]
export type FeedingCheck = Source['checks'][number]

export type Feed = Answer<'listComponentFeedsV3'>['entries'][number]
export type FeedTrial = Answer<'tryFeed'>

interface CursorPage<T> {
  readonly entries: readonly T[]
  readonly nextId: string | null
}

type ReadPage<T> = (cursor: { readonly limit: number; readonly nextId?: string }) => Promise<CursorPage<T>>

/** Reads lists of which accounts have hundreds at most, to their end. */
async function readAll<T>(read: ReadPage<T>): Promise<readonly T[]> {
  const all: T[] = []
  for (let nextId: string | null = null; ;) {
    const page: CursorPage<T> = await read({ limit: 100, ...(nextId !== null && { nextId }) })
    all.push(...page.entries)
    if (page.nextId === null) return all
    ;({ nextId } = page)
  }
}

/** All status pages of the account, oldest first. */
export const usePageSummaries = (): UseQueryResult<readonly PageSummary[], ApiError> =>
  useQuery({
    queryKey: ['listStatusPageSummaries', 'all'],
    queryFn: () => readAll((cursor) => call('listStatusPageSummaries', { query: cursor })),
  })

/** The entry of one page in the list; absent when there is no such page. */
export const usePageSummary = (statusPageId: string) =>
  useOperation('listStatusPageSummaries', { query: { statusPageId } })

export const useDefinition = (statusPageId: string) =>
  useOperation('getStatusPageDefinitionV3', { params: { statusPageId } })
export const useCardPage = (statusPageId: string) =>
  useOperation('getStatusPageDefinition', { params: { statusPageId } })

/** Uploads a logo or a favicon; the answer has its address. */
export const useUploadPicture = () => useChange('createStatusPagePicture')

/** The name of a check; undefined until it is known. */
export const useCheckName = (id: string | null): string | undefined =>
  useOperation('listCheckRows', { query: { checkId: [id ?? ''] } }, { enabled: id !== null }).data?.entries[0]?.name

export const usePreview = (body: Input<'previewStatusPage'>['body']): UseQueryResult<Preview, ApiError> =>
  useOperation('previewStatusPage', { body }, { keepsPrevious: true, staleMs: 60_000 })

/** The services of the account, oldest first. */
export const useServices = (isEnabled: boolean): UseQueryResult<readonly Service[], ApiError> =>
  useQuery({
    queryKey: ['listStatusPageServices', 'all'],
    queryFn: () => readAll((cursor) => call('listStatusPageServices', { query: cursor })),
    enabled: isEnabled,
  })

/** The checks that open incidents on each service, by its id. */
export function useSources(isEnabled: boolean): ReadonlyMap<string, Source> {
  const sources = useQuery({
    queryKey: ['listServiceSources', 'all'],
    queryFn: () => readAll((cursor) => call('listServiceSources', { query: cursor })),
    enabled: isEnabled,
    staleTime: 60_000,
  })
  return new Map(sources.data?.map((source) => [source.serviceId, source]))
}

export const useUpdateCheck = () => useChange('updateCheckGeneric')

/** The pages of providers that components follow, with what they said last. */
export const useFeeds = (statusPageId: string): readonly Feed[] =>
  useOperation('listComponentFeedsV3', { params: { statusPageId } }).data?.entries ?? []

/** Reads the page of a provider once. */
export const useFeedTrial = (): UseMutationResult<FeedTrial, ApiError, string> =>
  useMutation({ mutationFn: (url) => call('tryFeed', { body: { url } }) })

export const useTaggedChecks = (tag: readonly string[]) =>
  useOperation('findTaggedChecks', { query: { tag: [...tag] } }, { enabled: tag.length > 0, staleMs: 60_000 })

/** Tags of checks and of groups, for suggestions. */
export const useKnownTags = (): readonly string[] =>
  useOperation('listCheckFacets', undefined, { staleMs: 60_000 }).data?.tags.map(({ tag }) => tag) ?? []

/** Rules by which alerts open incidents on a page, oldest first. */
export const useRules = (statusPageId: string): UseQueryResult<readonly Rule[], ApiError> =>
  useQuery({
    queryKey: ['listAutomationRulesV3', { params: { statusPageId } }],
    queryFn: () => readAll((cursor) => call('listAutomationRulesV3', { params: { statusPageId }, query: cursor })),
  })

export const useCreateRule = () => useChange('createAutomationRuleV3')
export const useUpdateRule = () => useChange('updateAutomationRuleV3')
export const useDeleteRule = () => useChange('deleteAutomationRuleV3')
export const useCreateService = () => useChange('createStatusPageService')
export const useRenameService = () => useChange('updateStatusPageService')
export const useRecheck = () => useChange('recheckDomainV3')
/** Whether a page of either version is private, and its password. */
export const useAccess = (statusPageId: string) => useOperation('getStatusPageAccess', { params: { statusPageId } })
export const useUpdateAccess = () => useChange('updateStatusPageAccess')

const pendingMs = 10_000

/** Where the proof of a domain is; asked again while somebody waits for it. */
export const useVerification = (statusPageId: string, isPending: boolean) =>
  useOperation('getDomainVerificationV3', { params: { statusPageId } }, isPending ? { everyMs: pendingMs } : {})

interface NewPage {
  readonly version: Version
  readonly name: string
  readonly url: string
}

/** Creates a page without parts. Returns its id. Throws an ApiError. */
export function useCreatePage(): (page: NewPage) => Promise<string> {
  const client = useQueryClient()
  return async ({ version, name, url }) => {
    const body = { name, url: url.toLowerCase() }
    const { id } =
      version === 3
        ? await change(client, 'createStatusPageV3', { body })
        : await change(client, 'createStatusPage', { body: { ...body, cards: [] } })
    return id
  }
}

/** Deletes a page, then leaves its screen. Throws an ApiError. */
export function useDeletePage(): (version: Version, statusPageId: string, leave: () => Promise<void>) => Promise<void> {
  const client = useQueryClient()
  return (version, statusPageId, leave) =>
    changeAll(client, async (send) => {
      await send(version === 3 ? 'deleteStatusPageV3' : 'deleteStatusPage', { params: { statusPageId } })
      await leave()
    })
}

export type SubscriberStatus = 'PENDING' | 'VERIFIED'

export type SubscriberType = Answer<'listSubscriptions'>[number]['type']

/** A row of either version. */
export interface Subscriber {
  readonly id: string
  readonly type: SubscriberType
  readonly address: string
  readonly status: SubscriberStatus
  readonly created_at: string
  /** Null: of the whole page. */
  readonly subscribedComponents: readonly string[] | null
  /** Why messages have ended; absent while they are sent. */
  readonly failure?: string
}

export interface SubscriberFilter {
  readonly search: string
  readonly status: SubscriberStatus | null
}

const subscriberPageSize = 50

/** The subscribers of a page, newest first, page after page. */
export const useSubscribers = (version: Version, statusPageId: string, { search, status }: SubscriberFilter) =>
  useCursorPages<CursorPage<Subscriber>>(
    [
      version === 3 ? 'listStatusPageSubscribersV3' : 'listSubscriptions',
      'pages',
      { params: { statusPageId } },
      { search, status },
    ],
    (from, options) =>
      version === 3
        ? callWith(
            'listStatusPageSubscribersV3',
            {
              params: { statusPageId },
              query: {
                limit: subscriberPageSize,
                ...(search !== '' && { search }),
                ...(status !== null && { status }),
                ...from,
              },
            },
            options,
          )
        : readSubscriptions(statusPageId, { search, status }, Number(from.nextId ?? 0), options),
  )

/** The older version lists all at once, oldest first. */
async function readSubscriptions(
  statusPageId: string,
  { search, status }: SubscriberFilter,
  from: number,
  options: CallOptions,
): Promise<CursorPage<Subscriber>> {
  const all = await callWith('listSubscriptions', { params: { statusPageId } }, options)
  const wanted = search.toLowerCase()
  const found = all
    .filter((one) => (status === null || one.status === status) && one.address.toLowerCase().includes(wanted))
    .map(withParts)
    .toReversed()
  const to = from + subscriberPageSize
  return { entries: found.slice(from, to), nextId: to < found.length ? String(to) : null }
}

const withParts = (one: Answer<'listSubscriptions'>[number]): Subscriber => ({
  ...one,
  subscribedComponents: one.subscribedComponents ?? null,
})

/** All subscribers of a page. Throws an ApiError. */
export const readSubscribers = async (version: Version, statusPageId: string): Promise<readonly Subscriber[]> =>
  version === 3
    ? readAll((query) => call('listStatusPageSubscribersV3', { params: { statusPageId }, query }))
    : (await call('listSubscriptions', { params: { statusPageId } })).map(withParts)

/** Removes a subscriber. Throws an ApiError. */
export function useRemoveSubscriber(version: Version, statusPageId: string): (id: string) => Promise<void> {
  const client = useQueryClient()
  return (id) =>
    version === 3
      ? change(client, 'deleteStatusPageSubscriberV3', { params: { statusPageId, subscriberId: id } })
      : change(client, 'deleteSubscription', { params: { statusPageId, subscriptionId: id } })
}

/** So many addresses are added by one request. */
const batchSize = 100

interface Import {
  readonly addresses: readonly string[]
  /** They receive mail at once, without confirming. */
  readonly isConfirmed: boolean
  readonly onProgress: (done: number) => void
}

export interface Imported {
  readonly created: number
  readonly skipped: number
}

/** Adds subscribers, some at a time. Throws an ApiError; those before stay. */
export function useImport(version: Version, statusPageId: string): (given: Import) => Promise<Imported> {
  const client = useQueryClient()
  return ({ addresses, isConfirmed, onProgress }) =>
    changeAll(client, async (send) => {
      let [created, skipped] = [0, 0]
      for (let done = 0; done < addresses.length; done += batchSize) {
        const batch = addresses.slice(done, done + batchSize)
        const type = 'EMAIL' as const
        const [params, autoVerify] = [{ statusPageId }, isConfirmed]
        const added =
          version === 3
            ? await send('createStatusPageSubscribersV3', {
                params,
                body: { subscriptions: batch.map((address) => ({ type, config: { address } })), autoVerify },
              })
            : await send('createSubscriptions', {
                params,
                body: { subscriptions: batch.map((config) => ({ type, config })), autoVerify },
              })
        created += added.created
        skipped += added.skipped
        onProgress(Math.min(done + batchSize, addresses.length))
      }
      return { created, skipped }
    })
}
