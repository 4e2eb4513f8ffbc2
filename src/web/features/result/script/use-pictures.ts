import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Picture } from '../trace/read-trace.ts'
import { ownUrl } from './own-url.ts'

const none: readonly Picture[] = []

/** The pictures in a trace; none while it is read, without one, and of one that cannot be read. */
export function usePictures(trace: string | null): readonly Picture[] {
  const { data = none } = useQuery({
    queryKey: ['pictures', trace],
    queryFn: async () => (await import('../trace/read-trace.ts')).readPictures(ownUrl(trace ?? '')),
    enabled: trace !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => data.forEach(({ url }) => URL.revokeObjectURL(url)), [data])
  return data
}
