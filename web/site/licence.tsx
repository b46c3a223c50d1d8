import { useTexts } from '../texts/site.ts';
import { useSettings } from '../ui/page-title.tsx';

export function Licence() {
  return useSettings()?.brand.licenceNumber ? (
    <p>
      <LicenceText />
    </p>
  ) : null;
}

/** The licence of the consultancy and where to look it up; nothing where the settings do not say. */
export function LicenceText() {
  const { t } = useTexts();
  const brand = useSettings()?.brand;
  if (!brand?.licenceNumber) return null;
  return (
    <>
      {t('site.licence', { number: brand.licenceNumber })}
      {brand.licenceBody && `, ${brand.licenceBody}`}
      {brand.licenceRegisterUrl && (
        <>
          {' – '}
          <a href={brand.licenceRegisterUrl}>{t('site.licenceRegister')}</a>
        </>
      )}
    </>
  );
}
