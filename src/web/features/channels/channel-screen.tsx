import { useParams } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { ConflictForm } from '../../ui/conflict-form.tsx'
import { LoadedPage } from '../../ui/loaded-page.tsx'
import { useChannel } from './api.ts'
import { ChannelForm } from './channel-form.tsx'
import { ChannelPanes } from './channel-panes.tsx'

/** All channels, with the one that the address names open, or the first. */
export function ChannelScreen() {
  const { id } = useParams({ strict: false })
  return <ChannelPanes id={id ?? null}>{(opened) => <OpenChannel id={Number(opened)} />}</ChannelPanes>
}

const OpenChannel = ({ id }: { readonly id: number }) => (
  <LoadedPage
    query={useChannel(id)}
    title={lateTexts.audit.types.ALERT_CHANNEL}
    list={{ to: '/channels', title: lateTexts.setup.channels.title }}
  >
    {(data) => (
      <ConflictForm key={data.id} data={data} version={String(data.updated_at)}>
        {(kept, conflictState) => (
          <ChannelForm type={kept.type} config={kept.config} channel={kept} conflictState={conflictState} />
        )}
      </ConflictForm>
    )}
  </LoadedPage>
)
