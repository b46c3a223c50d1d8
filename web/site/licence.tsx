import { useTexts } from '../texts/site.ts';
import { useSettings } from '../ui/settings.ts';

export function Licence() {
  return useSettings()?.brand.licenceNumber ? (
    <p>
      <LicenceText />
    </p>
  ) : null;
}

/** The licence of the consultancy and where to verify it; nothing if the settings have none. */
export function LicenceText() {
  const { t, language } = useTexts();
  const brand = useSettings()?.brand;
  if (!brand?.licenceNumber) return null;
  return (
    <>
      {t('site.licence', { number: brand.licenceNumber })}
      {brand.licenceBody && `, ${brand.licenceBody[language]}`}
      {brand.licenceRegisterUrl && (
        <>
          {' – '}
          <a href={brand.licenceRegisterUrl}>{t('site.licenceRegister')}</a>
        </>
      )}
    </>
  );
}
