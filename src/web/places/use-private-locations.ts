import { useOperation } from '../api/use-operation.ts'
import type { PlaceOption } from './place-choice.ts'

/** The private locations of the account as choices; none until they are known. */
export function usePrivateLocations(): readonly PlaceOption[] {
  const { data = [] } = useOperation('listPrivateLocations', undefined, { staleMs: 60_000 })
  return data.map(({ slugName, name }) => ({ value: slugName, label: name }))
}
