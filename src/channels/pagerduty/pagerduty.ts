import type { ChannelImplementation } from '../channel-implementation.ts'
import { deliverPagerduty } from './deliver-pagerduty.ts'

export const PAGERDUTY: ChannelImplementation<'PAGERDUTY'> = { deliver: deliverPagerduty }
