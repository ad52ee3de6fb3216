/** Issuer of the tokens for other systems, below the app's own address. */
export const OEAPI_ISSUER = '/oeapi'
export const TOKEN_PATH = `${OEAPI_ISSUER}/token`
export const OEAPI_BASE = `${OEAPI_ISSUER}/v6`
