-- A company banks with one of several banks. A part of the contract that its bank does not use is empty. Null: the company issues no boletos.
alter table issuers drop constraint issuers_bank, drop constraint issuers_agreement_check, drop constraint issuers_wallet_check;
--> statement-breakpoint
alter table issuers
  -- COMPE code.
  add column bank text check (bank ~ '^\d{3}$'),
  -- Variation of the wallet, post of the branch, and code of transmission.
  add column variation text not null default '',
  add column post text not null default '',
  add column transmission text not null default '';
--> statement-breakpoint
update issuers set bank = case when agreement is not null then '001' end,
  agreement = coalesce(agreement, ''), wallet = coalesce(wallet, ''), branch = coalesce(branch, ''), bank_account = coalesce(bank_account, '');
--> statement-breakpoint
alter table issuers
  alter column agreement set not null, alter column agreement set default '',
  alter column wallet set not null, alter column wallet set default '',
  alter column branch set not null, alter column branch set default '',
  alter column bank_account set not null, alter column bank_account set default '',
  add constraint issuers_bank check (bank is not null or agreement || wallet || variation || branch || bank_account || post || transmission = '');
--> statement-breakpoint
-- Boletos of before are of Banco do Brasil.
alter table emissions disable trigger user;
--> statement-breakpoint
update emissions set issuer = '{"bank": "001", "variation": "", "post": "", "transmission": ""}'::jsonb || issuer where issuer is not null;
--> statement-breakpoint
alter table emissions enable trigger user;
--> statement-breakpoint
drop trigger audit on issuers;
--> statement-breakpoint
create trigger audit after insert or delete or update of
  company_id, cnpj, name, trade_name, city_registration, street, number, complement, district, city_id, cep, phone, email, simples, simples_regime,
  special_regime, tax_federal, tax_state, tax_city, ibs_operation, ibs_situation, ibs_class, series, agreement, wallet, branch, bank_account, pix_key,
  pix_kind, city_agreement, bank, variation, post, transmission
  on issuers for each row execute function audit_change('id');
