import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Picture } from '../trace/read-trace.ts'
import { ownUrl } from './own-url.ts'

const none: readonly Picture[] = []

/** A trace: its link, or the file itself; `key` is of no other. */
export interface TraceSource {
  readonly key: string
  readonly source: string | Blob
}

/** The pictures in a trace; none while it is read, without one, and of one that cannot be read. */
export function usePictures(trace: TraceSource | null): readonly Picture[] {
  const { data = none } = useQuery({
    queryKey: ['pictures', trace?.key],
    queryFn: async () => {
      const { readPictures } = await import('../trace/read-trace.ts')
      const { source } = trace ?? { source: '' }
      return readPictures(typeof source === 'string' ? ownUrl(source) : source)
    },
    enabled: trace !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => data.forEach(({ url }) => URL.revokeObjectURL(url)), [data])
  return data
}
