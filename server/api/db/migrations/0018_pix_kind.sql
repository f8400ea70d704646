-- The kind of a PIX key. Null: the key itself says it.
alter table issuers add column pix_kind text check (pix_kind in ('cpf', 'cnpj', 'email', 'phone', 'evp'));
--> statement-breakpoint
drop trigger audit on issuers;
--> statement-breakpoint
-- The counters of an issuer change with every document, which has its own audit.
create trigger audit after insert or delete or update of
  company_id, cnpj, name, trade_name, city_registration, street, number, complement, district, city_id, cep, phone, email, simples, simples_regime,
  special_regime, tax_federal, tax_state, tax_city, ibs_operation, ibs_situation, ibs_class, series, agreement, wallet, branch, bank_account, pix_key,
  pix_kind
  on issuers for each row execute function audit_change('id');
