import { useOperation } from '../api/use-operation.ts'

const shownDigits = 7

/** The commit from which a project was deployed last, as short as people write it; undefined where it is not known. */
export function useCommit(projectId: string): string | undefined {
  const { data } = useOperation('listProjects', undefined, { staleMs: 60_000 })
  return data?.find(({ id }) => id === projectId)?.commitId?.slice(0, shownDigits)
}
