import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseMutationResult } from '@tanstack/react-query'
import type { ComponentImpact, IncidentStatus } from '#contract'
import type { ApiError } from '../../api/api-error.ts'
import { call, callWith } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { queryKey, useChange, useOperation } from '../../api/use-operation.ts'
import { useCursorPages } from '../../api/use-pages.ts'

export type ListedIncident = Answer<'listIncidentsOfPages'>['entries'][number]
export type Incident = Answer<'getIncidentOfPages'>
export type Update = Incident['updates'][number]
export type Template = Answer<'listIncidentTemplates'>[number]
export type Preview = Answer<'previewIncidentOfPages'>
export type PreviewBody = Input<'previewIncidentOfPages'>['body']
export type IncidentFilter = Pick<
  NonNullable<Input<'listIncidentsOfPages'>['query']>,
  'state' | 'statusPageId' | 'search'
>

const pageSize = 50

/** Open ones first, otherwise newest first, page after page. */
export const useIncidents = (filter: IncidentFilter) =>
  useCursorPages(['listIncidentsOfPages', 'pages', filter], (from, options) =>
    callWith('listIncidentsOfPages', { query: { ...filter, limit: pageSize, ...from } }, options),
  )

export const useIncident = (incidentId: string) => useOperation('getIncidentOfPages', { params: { incidentId } })

/** Takes over, hands back, hides, publishes, and writes the post-mortem. */
export const useHandling = () => useChange('handleIncidentOfPages')

/** An update as it is posted. */
export interface PostedUpdate {
  readonly status: IncidentStatus
  readonly description: string
  readonly notifySubscribers: boolean
  readonly publicIncidentUpdateDate?: string
}

/** Of which kind an incident is decides by which operations it is changed. */
export type Place = Pick<Incident, 'id' | 'statusPageId'>

/** Changes something of an incident, of whichever kind it is. */
const useOfPlace = <T>(
  act: (client: QueryClient, body: T) => Promise<unknown>,
): UseMutationResult<unknown, ApiError, T> => {
  const client = useQueryClient()
  return useMutation<unknown, ApiError, T>({ mutationFn: (body) => act(client, body) })
}

export const usePostUpdate = ({ id: incidentId, statusPageId }: Place) =>
  useOfPlace((client, body: PostedUpdate) =>
    statusPageId === null
      ? change(client, 'createStatusPageIncidentUpdate', { params: { incidentId }, body })
      : change(client, 'createStatusPageIncidentUpdateV3', { params: { incidentId, statusPageId }, body }),
  )

export const useEditUpdate = ({ id: incidentId, statusPageId }: Place, incidentUpdateId: string) =>
  useOfPlace((client, body: PostedUpdate) =>
    statusPageId === null
      ? change(client, 'updateStatusPageIncidentUpdate', { params: { incidentId, incidentUpdateId }, body })
      : change(client, 'updateStatusPageIncidentUpdateV3', {
          params: { incidentId, incidentUpdateId, statusPageId },
          body,
        }),
  )

export const useDeleteUpdate = ({ id: incidentId, statusPageId }: Place) =>
  useOfPlace((client, incidentUpdateId: string) =>
    statusPageId === null
      ? change(client, 'deleteStatusPageIncidentUpdate', { params: { incidentId, incidentUpdateId } })
      : change(client, 'deleteStatusPageIncidentUpdateV3', {
          params: { incidentId, incidentUpdateId, statusPageId },
        }),
  )

export const useDeleteIncident = ({ id: incidentId, statusPageId }: Place) =>
  useOfPlace((client, _nothing: null) =>
    statusPageId === null
      ? change(client, 'deleteStatusPageIncident', { params: { incidentId } })
      : change(client, 'deleteStatusPageIncidentV3', { params: { incidentId, statusPageId } }),
  )

export const useRename = ({ id: incidentId, statusPageId }: Place) =>
  useOfPlace((client, name: string) =>
    statusPageId === null
      ? change(client, 'updateStatusPageIncident', { params: { incidentId }, body: { name } })
      : change(client, 'updateStatusPageIncidentV3', { params: { incidentId, statusPageId }, body: { name } }),
  )

/** Severity and services of an incident on services. */
export const useChangeServices = () => useChange('updateStatusPageIncident')
/** The current impact of an incident on each component. */
export const useChangeImpacts = () => useChange('updateStatusPageIncidentV3')
/** The whole timeline of impacts. */
export const useReplaceImpacts = () => useChange('replaceComponentImpactsV3')

export const useOpenOnServices = () => useChange('createStatusPageIncident')
export const useOpenOnPage = () => useChange('createStatusPageIncidentV3')

export const useTemplates = () => useOperation('listIncidentTemplates', undefined, { staleMs: 60_000 })
export const useCreateTemplate = () => useChange('createIncidentTemplate')
export const useUpdateTemplate = () => useChange('updateIncidentTemplate')
export const useDeleteTemplate = () => useChange('deleteIncidentTemplate')

/** An update as readers and subscribers would see it. Throws an ApiError. */
export const previewUpdate = (body: PreviewBody): Promise<Preview> => call('previewIncidentOfPages', { body })

/** How many are mailed about an incident that is not open yet; null while that is not known. */
export const useRecipients = (body: PreviewBody, enabled: boolean): number | null =>
  useQuery<Preview, ApiError>({
    queryKey: queryKey('previewIncidentOfPages', body),
    queryFn: () => previewUpdate(body),
    enabled,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  }).data?.recipients ?? null

export interface Named {
  readonly id: string
  readonly name: string
}

const limit = 100

/** The services of status pages. */
export const useServices = (enabled = true) =>
  useOperation('listStatusPageServices', { query: { paginated: false } }, { staleMs: 60_000, enabled })

/** The pages with components. */
export const useComponentPages = () => useOperation('listStatusPagesV3', { query: { limit } }, { staleMs: 60_000 })

/** The page that an incident is on until somebody chooses: without services the first with components; empty: services. */
export function useUsualPage(): string {
  const services = useServices().data?.entries
  const pages = useComponentPages().data?.entries
  return services?.length === 0 ? (pages?.[0]?.id ?? '') : ''
}

const nothing: readonly Named[] = []

/** The pages of both versions that incidents can be on, by name. */
export function usePages(): readonly Named[] {
  const second = useOperation('listStatusPages', { query: { limit } }, { staleMs: 60_000 }).data?.entries ?? nothing
  const third = useComponentPages().data?.entries ?? nothing
  return [...second, ...third].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** All components of a page, of which there are 500 at most. */
export const useComponents = (statusPageId: string | null) =>
  useQuery<readonly Named[], ApiError>({
    queryKey: queryKey('listStatusPageComponentsV3', { params: { statusPageId } }),
    queryFn: () => readComponents(statusPageId ?? ''),
    enabled: statusPageId !== null,
    staleTime: 60_000,
  })

async function readComponents(statusPageId: string): Promise<readonly Named[]> {
  const components: Named[] = []
  for (let nextId: string | undefined; ;) {
    const page: Answer<'listStatusPageComponentsV3'> = await call('listStatusPageComponentsV3', {
      params: { statusPageId },
      query: { limit, ...(nextId !== undefined && { nextId }) },
    })
    components.push(...page.entries)
    if (page.nextId === null) return components
    nextId = page.nextId
  }
}

/** The current impacts that bodies name. */
export const impactsOf = (
  impacts: ReadonlyMap<string, ComponentImpact>,
): { componentId: string; status: ComponentImpact }[] =>
  [...impacts].map(([componentId, status]) => ({ componentId, status }))

/** The services and components that an incident of some checks would be about. */
export type Affected = Answer<'getAffectedByChecks'>

export const useAffected = (checkId: readonly string[]) =>
  useOperation('getAffectedByChecks', { query: { checkId: [...checkId] } }, { staleMs: 60_000 })

/** A check for which an incident is opened. */
export interface Cause extends Named {
  readonly since: string | null
  /** Why it does not pass, if it does not. */
  readonly reason: string | null
}

/** The checks for which an incident is opened; undefined while they are read, and without those that are not there. */
export function useCauses(checkIds: readonly string[]): readonly Cause[] | undefined {
  const rows = useCheckRows(checkIds).data?.entries
  const issues = useOperation('getOverview', undefined, { staleMs: 30_000 }).data?.issues
  const reasonOf = (id: string) => issues?.find(({ checks }) => checks.some((check) => check.id === id))?.reason ?? null
  return rows?.map(({ id, name, since }) => ({ id, name, since, reason: reasonOf(id) }))
}

/** The checks behind an incident as lists show them. */
export const useCheckRows = (checkId: readonly string[]) =>
  useOperation('listCheckRows', { query: { checkId: [...checkId] } }, { enabled: checkId.length > 0 })
