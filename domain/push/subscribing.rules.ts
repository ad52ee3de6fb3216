/** Why a browser's subscription is not taken: an address where nothing may be sent, keys that are none, or the wrong ones. */
export type SubscribingRefusal =
  | 'push-endpoint-unknown'
  | 'push-keys-unusable'
  /** made for a VAPID key that the server no longer has */
  | 'push-vapid-key-unknown'
  /** its owner took the device from the list since; only a new wish puts it back */
  | 'push-device-removed'
  /** its push service said that it is over: the browser is to subscribe anew */
  | 'push-endpoint-gone'
