import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverSlack } from './deliver-slack.ts'

export const SLACK: ChannelImplementation<'SLACK'> = { deliver: deliverSlack }
