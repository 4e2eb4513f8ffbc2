import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverWebPush, textOfNotification } from './deliver-web-push.ts'

export const WEB_PUSH: ChannelImplementation<'WEB_PUSH'> = { deliver: deliverWebPush, plainText: textOfNotification }
