import { useMediaQuery } from '@mantine/hooks'

/** Up to this width a screen is a phone's; media.css says it to the styles. */
export const PHONE = '48em'

/** False while the server draws. */
export const usePhone = () => useMediaQuery(`(max-width: ${PHONE})`) ?? false
