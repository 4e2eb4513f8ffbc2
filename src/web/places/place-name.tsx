import { usePlaces } from './use-places.ts'

/** The name of the place of one location or of several, each once. */
export const PlaceName = ({ of }: { readonly of: string | readonly string[] | undefined }) =>
  usePlaces().namesOf(of === undefined ? [] : [of].flat())
