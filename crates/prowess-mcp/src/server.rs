//! The server: which method asks what.

use std::sync::Arc;

use prowess::Caller;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, DiscoverResult, ErrorCode, ExtensionCapabilities, GetPromptRequestParams,
    GetPromptResponse, Implementation, InitializeRequestParams, InitializeResult, JsonObject,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, SubscriptionFilter,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::access::Access;
use crate::extension::types::{ListParams, TTL_MS, UriParams};
use crate::extension::{self, parameters, value};
use crate::library::{Library, Options, Stock};
use crate::permission::Asker;
use crate::shelf::Shelf;
use crate::start::{Start, start};
use crate::work::Work;
use crate::{completion, notify, prompts, resources, tools};

/// Methods of the protocol with parameters.
const STANDARD: [&str; 8] = [
    "initialize",
    "tools/call",
    "tools/list",
    "prompts/get",
    "prompts/list",
    "resources/read",
    "resources/list",
    "completion/complete",
];

/// Skills, served over MCP. Clones are the same server.
#[derive(Clone, Debug)]
pub struct Server {
    pub(crate) library: Arc<Library>,
    pub(crate) work: Arc<Work>,
}

impl Server {
    /// A server. Nothing is loaded before a client is there.
    pub fn new(options: Options) -> Self {
        Self { library: Arc::new(Library::new(options)), work: Arc::default() }
    }

    /// Loads what a client that nobody knows is shown, so that the first does not wait for it.
    pub fn warm(&self) -> Result<(), String> {
        self.library.stock("").map(drop)
    }

    async fn stock(&self, client: String) -> Result<Arc<Stock>, ErrorData> {
        if let Some(stock) = self.library.ready(&client) {
            return Ok(stock);
        }
        let library = self.library.clone();
        let stock = self.work.read(move |_| library.stock(&client)).await?;
        stock.map_err(|error| ErrorData::internal_error(error, None))
    }

    /// The skills as this client sees them.
    async fn shelf(&self, context: &RequestContext<RoleServer>) -> Result<Arc<Shelf>, ErrorData> {
        Ok(self.stock(client(context)).await?.shelf())
    }

    /// What a model is told by the agents that have a place for it beside the tools.
    async fn instructions(&self, client: String) -> Result<Option<String>, ErrorData> {
        let shelf = self.stock(client).await?.shelf();
        self.work.read(move |_| tools::skill::instructions(&shelf)).await
    }

    async fn start(
        &self,
        wanted: Start,
        asker: Asker,
        context: &RequestContext<RoleServer>,
    ) -> Result<crate::start::Started, ErrorData> {
        let shelf = self.shelf(context).await?;
        let what = format!("skill `{}`", wanted.name);
        self.work.run(&what, context, move |cancel| start(&shelf, &wanted, asker, cancel)).await?
    }
}

/// What a client calls itself.
fn client(context: &RequestContext<RoleServer>) -> String {
    context.client_info().map(|info| info.name).unwrap_or_default()
}

fn cursor(params: Option<PaginatedRequestParams>) -> Option<String> {
    params.and_then(|params| params.cursor)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut skills = JsonObject::new();
        skills.insert("directoryRead".to_owned(), true.into());
        let mut extensions = ExtensionCapabilities::new();
        extensions.insert(extension::NAME.to_owned(), skills);
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_resources()
            .enable_resources_list_changed()
            .enable_completions()
            .enable_extensions_with(extensions)
            .build();
        let mut itself = Implementation::new("prowess", env!("CARGO_PKG_VERSION"));
        itself.title = Some("prowess: skills for every agent".to_owned());
        ServerConfig::new(capabilities).with_server_info(itself)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        context.peer.set_peer_info(request.clone());
        let mut result = self.negotiate_initialize(&request)?;
        result.instructions = self.instructions(request.client_info.name).await?;
        Ok(result)
    }

    async fn discover(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<DiscoverResult, ErrorData> {
        let versions = self.supported_protocol_versions().into_owned();
        let mut result = DiscoverResult::from_server_info(versions, self.get_info());
        result.instructions = self.instructions(client(&context)).await?;
        Ok(result)
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let name = context.peer.peer_info().map(|info| info.client_info.name.clone());
        if let Ok(stock) = self.stock(name.unwrap_or_default()).await {
            notify::session(context.peer, stock.changes()).await;
        }
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(notify::accepted(requested))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let stock = self.stock(client(context.request_context())).await?;
        notify::subscription(&context, stock.changes()).await
    }

    async fn list_tools(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        // There is one page.
        if let Some(cursor) = cursor(params) {
            crate::cursor::name(&cursor)?;
        }
        let shelf = self.shelf(&context).await?;
        let tools = self.work.read(move |_| tools::list(&shelf)).await?;
        let result = ListToolsResult::with_all_items(tools);
        Ok(result.with_ttl_ms(TTL_MS).with_cache_scope(rmcp::model::CacheScope::Private))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let CallToolRequestParams { name, arguments, input_responses, request_state, .. } = params;
        let access = Access::of(&context);
        match name.as_ref() {
            tools::skill::NAME => {
                let tools::skill::Arguments { name } = match tools::arguments(arguments) {
                    Ok(arguments) => arguments,
                    Err(refused) => return Ok((*refused).into()),
                };
                let (caller, commands) = (Caller::Model, false);
                let wanted = Start { name, arguments: String::new(), caller, commands };
                let asker = Asker::of(&context, input_responses, request_state.as_deref());
                let started = self.start(wanted, asker, &context).await?;
                Ok(tools::response(started, commands))
            }
            tools::execute::NAME => {
                let tools::execute::Arguments { name, arguments } =
                    match tools::arguments(arguments) {
                        Ok(arguments) => arguments,
                        Err(refused) => return Ok((*refused).into()),
                    };
                if !access.may_execute {
                    let reason = "starting a skill needs the token that `prowess serve` was started with; \
                                  the tool `skill` loads it without running anything";
                    return Ok(tools::refused(reason.to_owned()).into());
                }
                let (caller, commands) = (Caller::Model, true);
                let wanted = Start { name, arguments, caller, commands };
                let asker = Asker::of(&context, input_responses, request_state.as_deref());
                let started = self.start(wanted, asker, &context).await?;
                Ok(tools::response(started, commands))
            }
            tools::scan::NAME => {
                let arguments: tools::scan::Arguments = match tools::arguments(arguments) {
                    Ok(arguments) => arguments,
                    Err(refused) => return Ok((*refused).into()),
                };
                let shelf = self.shelf(&context).await?;
                let scanned = self.work.run("scan", &context, move |cancel| {
                    tools::scan::call(&shelf, access, &arguments, cancel)
                });
                Ok(scanned.await??.into())
            }
            tools::search::NAME => {
                let arguments: tools::search::Arguments = match tools::arguments(arguments) {
                    Ok(arguments) => arguments,
                    Err(refused) => return Ok((*refused).into()),
                };
                let shelf = self.shelf(&context).await?;
                let found = self.work.read(move |_| tools::search::call(&shelf, &arguments));
                Ok(found.await??.into())
            }
            unknown => Err(ErrorData::invalid_params(format!("Unknown tool: {unknown}"), None)),
        }
    }

    async fn list_prompts(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let (shelf, cursor) = (self.shelf(&context).await?, cursor(params));
        self.work.read(move |_| prompts::list(&shelf, cursor.as_deref())).await?
    }

    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let GetPromptRequestParams { name, arguments, input_responses, request_state, .. } = params;
        let (arguments, caller) = (prompts::typed(arguments)?, Caller::User);
        let commands = Access::of(&context).may_execute;
        let asker = Asker::of(&context, input_responses, request_state.as_deref());
        let wanted = Start { name, arguments, caller, commands };
        prompts::response(self.start(wanted, asker, &context).await?)
    }

    async fn complete(
        &self,
        params: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let (shelf, library) = (self.shelf(&context).await?, self.library.clone());
        let complete = self
            .work
            .read(move |cancel| completion::complete(&shelf, &library.manifests, &params, cancel));
        complete.await?
    }

    async fn list_resources(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let (shelf, cursor) = (self.shelf(&context).await?, cursor(params));
        self.work.read(move |_| resources::list(&shelf, cursor.as_deref())).await?
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(resources::templates())
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let shelf = self.shelf(&context).await?;
        let read = self.work.read(move |_| resources::read(&shelf, &params.uri));
        Ok(read.await??.into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        if STANDARD.contains(&&*method) {
            // The protocol's crate takes what it cannot read for something of ours.
            let message = format!("the parameters of {method} are not what they have to be");
            return Err(ErrorData::invalid_params(message, None));
        }
        if !matches!(&*method, "skills/list" | "skills/get" | "resources/directory/read") {
            let message = format!("Unknown method: {method}");
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
        }
        let (shelf, library) = (self.shelf(&context).await?, self.library.clone());
        let answer = self.work.read(move |cancel| match &*method {
            "skills/list" => {
                let params: ListParams = parameters(params)?;
                value(&extension::list::list(&shelf, &library.manifests, &params, cancel)?)
            }
            "skills/get" => {
                let params: UriParams = parameters(params)?;
                value(&extension::get::get(&shelf, &library.manifests, &params, cancel)?)
            }
            _ => {
                let params: UriParams = parameters(params)?;
                value(&extension::directory::read(&shelf, &params)?)
            }
        });
        Ok(CustomResult::new(answer.await??))
    }
}
