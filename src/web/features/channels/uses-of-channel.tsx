import { useOperation } from '../../api/use-operation.ts'
import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'

const words = lateTexts.setup.channels

/** How many checks notify by a channel, and how many would notify nobody without it. */
export const UsesOfChannel = ({ id }: { readonly id: number }) => (
  <Loaded query={useOperation('getUsesOfAlertChannel', { params: { id } })} rows={1}>
    {({ reachedChecks, onlyChannelOf, isDefault }) => (
      <>
        <p>{words.reached(reachedChecks, onlyChannelOf)}</p>
        {isDefault && <p>{words.isDefault}</p>}
      </>
    )}
  </Loaded>
)
