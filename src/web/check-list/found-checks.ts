import { useOperation } from '../api/use-operation.ts'

const foundMax = 8

/** The first checks whose name, URL or tag contains a text. */
export const useFoundChecks = (search: string) =>
  useOperation(
    'listCheckRows',
    { query: { sortBy: 'name', limit: foundMax, ...(search !== '' && { search }) } },
    { keepsPrevious: true },
  )
