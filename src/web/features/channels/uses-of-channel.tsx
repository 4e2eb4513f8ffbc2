import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'
import { useUsesOfChannel } from './api.ts'

const words = lateTexts.setup.channels

/** How many checks notify by a channel, and how many would notify nobody without it. */
export const UsesOfChannel = ({ id }: { readonly id: number }) => (
  <Loaded query={useUsesOfChannel(id)} rows={1}>
    {({ reachedChecks, onlyChannelOf, isDefault }) => (
      <>
        <p>{words.reached(reachedChecks, onlyChannelOf)}</p>
        {isDefault && <p>{words.isDefault}</p>}
      </>
    )}
  </Loaded>
)
