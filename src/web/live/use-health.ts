import { useQuery } from '@tanstack/react-query'
import { serviceUrl } from '../api/call.ts'

const everyMs = 30_000

export type Health = 'ok' | 'degraded' | 'failing'

/** Whether the service does all that it should, as `/health` says it; null while that is not known. */
export function useHealth(): Health | null {
  const { data = null, isError } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: everyMs,
    retry: false,
  })
  return isError ? null : data
}

/** Whatever stands before the service may keep its health to itself. */
async function readHealth(signal: AbortSignal): Promise<Health | null> {
  const response = await fetch(serviceUrl('/health'), { signal })
  const { status } = Object(await response.json()) as { readonly status?: unknown }
  return status === 'ok' || status === 'degraded' || status === 'failing' ? status : null
}
