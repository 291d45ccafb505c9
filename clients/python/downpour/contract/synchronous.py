# Written by `npm run generate` from schema/openapi.json. Do not edit.
"""All operations of the API as chains of path segments, for programs without asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..segments import SyncCore, SyncSegment, direct, directly
from . import asynchronous

if TYPE_CHECKING:
    from . import models


class ConfigVersion(SyncSegment):
    """The path `/api/config/version`."""

    get = direct(asynchronous.ConfigVersion.get)


class ConfigKeycloak(SyncSegment):
    """The path `/api/config/keycloak`."""

    get = direct(asynchronous.ConfigKeycloak.get)


class ConfigWeb(SyncSegment):
    """The path `/api/config/web`."""

    get = direct(asynchronous.ConfigWeb.get)


class ConfigDatastoreTypes(SyncSegment):
    """The path `/api/config/datastore/types`."""

    get = direct(asynchronous.ConfigDatastoreTypes.get)


class ConfigDatastoreByIdTest(SyncSegment):
    """The path `/api/config/datastore/{id}/test`."""

    get = direct(asynchronous.ConfigDatastoreByIdTest.get)


class ConfigDatastoreById(SyncSegment):
    """The path `/api/config/datastore/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.test = ConfigDatastoreByIdTest(core, f"{path}/test")

    delete = direct(asynchronous.ConfigDatastoreById.delete)


class ConfigDatastore(SyncSegment):
    """The path `/api/config/datastore`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.types = ConfigDatastoreTypes(core, f"{path}/types")

    def by_id(self, id: int | str) -> ConfigDatastoreById:
        """Id of the datastore."""
        return ConfigDatastoreById(self._core, self._below(id))

    get = direct(asynchronous.ConfigDatastore.get)

    post = direct(asynchronous.ConfigDatastore.post)

    put = direct(asynchronous.ConfigDatastore.put)


class Config(SyncSegment):
    """The path `/api/config`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.version = ConfigVersion(core, f"{path}/version")
        self.keycloak = ConfigKeycloak(core, f"{path}/keycloak")
        self.web = ConfigWeb(core, f"{path}/web")
        self.datastore = ConfigDatastore(core, f"{path}/datastore")


class RunData(SyncSegment):
    """The path `/api/run/data`."""

    post = direct(asynchronous.RunData.post)


class RunListByTestId(SyncSegment):
    """The path `/api/run/list/{testId}`."""

    get = direct(asynchronous.RunListByTestId.get)

    pages = directly(asynchronous.RunListByTestId.pages)


class RunList(SyncSegment):
    """The path `/api/run/list`."""

    def by_test_id(self, test_id: int | str) -> RunListByTestId:
        """Id of the test."""
        return RunListByTestId(self._core, self._below(test_id))

    get = direct(asynchronous.RunList.get)

    pages = directly(asynchronous.RunList.pages)


class RunAutocomplete(SyncSegment):
    """The path `/api/run/autocomplete`."""

    get = direct(asynchronous.RunAutocomplete.get)


class RunRecalculateAll(SyncSegment):
    """The path `/api/run/recalculateAll`."""

    post = direct(asynchronous.RunRecalculateAll.post)


class RunTest(SyncSegment):
    """The path `/api/run/test`."""

    post = direct(asynchronous.RunTest.post)


class RunCount(SyncSegment):
    """The path `/api/run/count`."""

    get = direct(asynchronous.RunCount.get)


class RunBySchema(SyncSegment):
    """The path `/api/run/bySchema`."""

    get = direct(asynchronous.RunBySchema.get)

    pages = directly(asynchronous.RunBySchema.pages)


class RunUploadByIdComplete(SyncSegment):
    """The path `/api/run/upload/{id}/complete`."""

    post = direct(asynchronous.RunUploadByIdComplete.post)


class RunUploadById(SyncSegment):
    """The path `/api/run/upload/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.complete = RunUploadByIdComplete(core, f"{path}/complete")

    get = direct(asynchronous.RunUploadById.get)

    delete = direct(asynchronous.RunUploadById.delete)


class RunUpload(SyncSegment):
    """The path `/api/run/upload`."""

    def by_id(self, id: int | str) -> RunUploadById:
        """Id of the upload. Its run will have the same id."""
        return RunUploadById(self._core, self._below(id))

    post = direct(asynchronous.RunUpload.post)


class RunByIdOutline(SyncSegment):
    """The path `/api/run/{id}/outline`."""

    get = direct(asynchronous.RunByIdOutline.get)

    pages = directly(asynchronous.RunByIdOutline.pages)


class RunByIdData(SyncSegment):
    """The path `/api/run/{id}/data`."""

    get = direct(asynchronous.RunByIdData.get)


class RunByIdHistograms(SyncSegment):
    """The path `/api/run/{id}/histograms`."""

    get = direct(asynchronous.RunByIdHistograms.get)


class RunByIdLabelValues(SyncSegment):
    """The path `/api/run/{id}/labelValues`."""

    get = direct(asynchronous.RunByIdLabelValues.get)


class RunByIdReport(SyncSegment):
    """The path `/api/run/{id}/report`."""

    get = direct(asynchronous.RunByIdReport.get)


class RunByIdMetadata(SyncSegment):
    """The path `/api/run/{id}/metadata`."""

    get = direct(asynchronous.RunByIdMetadata.get)


class RunByIdRecalculate(SyncSegment):
    """The path `/api/run/{id}/recalculate`."""

    post = direct(asynchronous.RunByIdRecalculate.post)


class RunByIdSchema(SyncSegment):
    """The path `/api/run/{id}/schema`."""

    post = direct(asynchronous.RunByIdSchema.post)


class RunByIdSummary(SyncSegment):
    """The path `/api/run/{id}/summary`."""

    get = direct(asynchronous.RunByIdSummary.get)


class RunByIdTrash(SyncSegment):
    """The path `/api/run/{id}/trash`."""

    post = direct(asynchronous.RunByIdTrash.post)


class RunByIdDescription(SyncSegment):
    """The path `/api/run/{id}/description`."""

    post = direct(asynchronous.RunByIdDescription.post)


class RunByIdUpdateAccess(SyncSegment):
    """The path `/api/run/{id}/updateAccess`."""

    post = direct(asynchronous.RunByIdUpdateAccess.post)


class RunById(SyncSegment):
    """The path `/api/run/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.outline = RunByIdOutline(core, f"{path}/outline")
        self.data = RunByIdData(core, f"{path}/data")
        self.histograms = RunByIdHistograms(core, f"{path}/histograms")
        self.label_values = RunByIdLabelValues(core, f"{path}/labelValues")
        self.report = RunByIdReport(core, f"{path}/report")
        self.metadata = RunByIdMetadata(core, f"{path}/metadata")
        self.recalculate = RunByIdRecalculate(core, f"{path}/recalculate")
        self.schema = RunByIdSchema(core, f"{path}/schema")
        self.summary = RunByIdSummary(core, f"{path}/summary")
        self.trash = RunByIdTrash(core, f"{path}/trash")
        self.description = RunByIdDescription(core, f"{path}/description")
        self.update_access = RunByIdUpdateAccess(core, f"{path}/updateAccess")

    get = direct(asynchronous.RunById.get)

    delete = direct(asynchronous.RunById.delete)


class Run(SyncSegment):
    """The path `/api/run`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.data = RunData(core, f"{path}/data")
        self.list_ = RunList(core, f"{path}/list")
        self.autocomplete = RunAutocomplete(core, f"{path}/autocomplete")
        self.recalculate_all = RunRecalculateAll(core, f"{path}/recalculateAll")
        self.test = RunTest(core, f"{path}/test")
        self.count = RunCount(core, f"{path}/count")
        self.by_schema = RunBySchema(core, f"{path}/bySchema")
        self.upload = RunUpload(core, f"{path}/upload")

    def by_id(self, id: int | str) -> RunById:
        """Id of the run."""
        return RunById(self._core, self._below(id))


class SqlTestjsonpath(SyncSegment):
    """The path `/api/sql/testjsonpath`."""

    get = direct(asynchronous.SqlTestjsonpath.get)


class SqlByIdQueryrun(SyncSegment):
    """The path `/api/sql/{id}/queryrun`."""

    get = direct(asynchronous.SqlByIdQueryrun.get)


class SqlByIdQuerydataset(SyncSegment):
    """The path `/api/sql/{id}/querydataset`."""

    get = direct(asynchronous.SqlByIdQuerydataset.get)


class SqlById(SyncSegment):
    """The path `/api/sql/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.queryrun = SqlByIdQueryrun(core, f"{path}/queryrun")
        self.querydataset = SqlByIdQuerydataset(core, f"{path}/querydataset")


class Sql(SyncSegment):
    """The path `/api/sql`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.testjsonpath = SqlTestjsonpath(core, f"{path}/testjsonpath")

    def by_id(self, id: int | str) -> SqlById:
        """Id of the run."""
        return SqlById(self._core, self._below(id))


class UserApikeyByIdRename(SyncSegment):
    """The path `/api/user/apikey/{id}/rename`."""

    put = direct(asynchronous.UserApikeyByIdRename.put)


class UserApikeyByIdRevoke(SyncSegment):
    """The path `/api/user/apikey/{id}/revoke`."""

    put = direct(asynchronous.UserApikeyByIdRevoke.put)


class UserApikeyById(SyncSegment):
    """The path `/api/user/apikey/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.rename = UserApikeyByIdRename(core, f"{path}/rename")
        self.revoke = UserApikeyByIdRevoke(core, f"{path}/revoke")


class UserApikey(SyncSegment):
    """The path `/api/user/apikey`."""

    def by_id(self, id: int | str) -> UserApikeyById:
        """Id of the key."""
        return UserApikeyById(self._core, self._below(id))

    post = direct(asynchronous.UserApikey.post)

    get = direct(asynchronous.UserApikey.get)

    pages = directly(asynchronous.UserApikey.pages)


class UserOnceKey(SyncSegment):
    """The path `/api/user/once/key`."""

    post = direct(asynchronous.UserOnceKey.post)


class UserOnce(SyncSegment):
    """The path `/api/user/once`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.key = UserOnceKey(core, f"{path}/key")

    post = direct(asynchronous.UserOnce.post)


class UserAdministrators(SyncSegment):
    """The path `/api/user/administrators`."""

    get = direct(asynchronous.UserAdministrators.get)

    post = direct(asynchronous.UserAdministrators.post)


class UserAllTeams(SyncSegment):
    """The path `/api/user/allTeams`."""

    get = direct(asynchronous.UserAllTeams.get)


class UserTeams(SyncSegment):
    """The path `/api/user/teams`."""

    get = direct(asynchronous.UserTeams.get)


class UserStorage(SyncSegment):
    """The path `/api/user/storage`."""

    get = direct(asynchronous.UserStorage.get)


class UserMe(SyncSegment):
    """The path `/api/user/me`."""

    get = direct(asynchronous.UserMe.get)


class UserRoles(SyncSegment):
    """The path `/api/user/roles`."""

    get = direct(asynchronous.UserRoles.get)


class UserDefaultTeam(SyncSegment):
    """The path `/api/user/defaultTeam`."""

    get = direct(asynchronous.UserDefaultTeam.get)

    post = direct(asynchronous.UserDefaultTeam.post)


class UserCreateUser(SyncSegment):
    """The path `/api/user/createUser`."""

    post = direct(asynchronous.UserCreateUser.post)


class UserInfo(SyncSegment):
    """The path `/api/user/info`."""

    post = direct(asynchronous.UserInfo.post)


class UserSearch(SyncSegment):
    """The path `/api/user/search`."""

    get = direct(asynchronous.UserSearch.get)


class UserTeamByTeamMembers(SyncSegment):
    """The path `/api/user/team/{team}/members`."""

    get = direct(asynchronous.UserTeamByTeamMembers.get)

    post = direct(asynchronous.UserTeamByTeamMembers.post)


class UserTeamByTeam(SyncSegment):
    """The path `/api/user/team/{team}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.members = UserTeamByTeamMembers(core, f"{path}/members")

    post = direct(asynchronous.UserTeamByTeam.post)

    delete = direct(asynchronous.UserTeamByTeam.delete)


class UserTeam(SyncSegment):
    """The path `/api/user/team`."""

    def by_team(self, team: models.TeamName) -> UserTeamByTeam:
        """Name of the team."""
        return UserTeamByTeam(self._core, self._below(team))


class UserByUsernamePassword(SyncSegment):
    """The path `/api/user/{username}/password`."""

    put = direct(asynchronous.UserByUsernamePassword.put)


class UserByUsername(SyncSegment):
    """The path `/api/user/{username}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.password = UserByUsernamePassword(core, f"{path}/password")

    delete = direct(asynchronous.UserByUsername.delete)


class User(SyncSegment):
    """The path `/api/user`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.apikey = UserApikey(core, f"{path}/apikey")
        self.once = UserOnce(core, f"{path}/once")
        self.administrators = UserAdministrators(core, f"{path}/administrators")
        self.all_teams = UserAllTeams(core, f"{path}/allTeams")
        self.teams = UserTeams(core, f"{path}/teams")
        self.storage = UserStorage(core, f"{path}/storage")
        self.me = UserMe(core, f"{path}/me")
        self.roles = UserRoles(core, f"{path}/roles")
        self.default_team = UserDefaultTeam(core, f"{path}/defaultTeam")
        self.create_user = UserCreateUser(core, f"{path}/createUser")
        self.info = UserInfo(core, f"{path}/info")
        self.search = UserSearch(core, f"{path}/search")
        self.team = UserTeam(core, f"{path}/team")

    def by_username(self, username: models.UserName) -> UserByUsername:
        """Name of the user."""
        return UserByUsername(self._core, self._below(username))


class BurstFiles(SyncSegment):
    """The path `/api/burst/files`."""

    post = direct(asynchronous.BurstFiles.post)


class BurstStop(SyncSegment):
    """The path `/api/burst/stop`."""

    post = direct(asynchronous.BurstStop.post)


class BurstByIdSeconds(SyncSegment):
    """The path `/api/burst/{id}/seconds`."""

    get = direct(asynchronous.BurstByIdSeconds.get)


class BurstByIdStop(SyncSegment):
    """The path `/api/burst/{id}/stop`."""

    put = direct(asynchronous.BurstByIdStop.put)


class BurstById(SyncSegment):
    """The path `/api/burst/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.seconds = BurstByIdSeconds(core, f"{path}/seconds")
        self.stop = BurstByIdStop(core, f"{path}/stop")

    get = direct(asynchronous.BurstById.get)


class Burst(SyncSegment):
    """The path `/api/burst`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.files = BurstFiles(core, f"{path}/files")
        self.stop = BurstStop(core, f"{path}/stop")

    def by_id(self, id: str) -> BurstById:
        """Id of the burst."""
        return BurstById(self._core, self._below(id))

    get = direct(asynchronous.Burst.get)

    pages = directly(asynchronous.Burst.pages)

    post = direct(asynchronous.Burst.post)


class Doctor(SyncSegment):
    """The path `/api/doctor`."""

    get = direct(asynchronous.Doctor.get)

    post = direct(asynchronous.Doctor.post)


class ActionGlobalById(SyncSegment):
    """The path `/api/action/global/{id}`."""

    delete = direct(asynchronous.ActionGlobalById.delete)


class ActionGlobal(SyncSegment):
    """The path `/api/action/global`."""

    def by_id(self, id: int | str) -> ActionGlobalById:
        """Id of the action."""
        return ActionGlobalById(self._core, self._below(id))

    post = direct(asynchronous.ActionGlobal.post)


class ActionList(SyncSegment):
    """The path `/api/action/list`."""

    get = direct(asynchronous.ActionList.get)


class ActionTestById(SyncSegment):
    """The path `/api/action/test/{id}`."""

    get = direct(asynchronous.ActionTestById.get)


class ActionTest(SyncSegment):
    """The path `/api/action/test`."""

    def by_id(self, id: int | str) -> ActionTestById:
        """Id of the test."""
        return ActionTestById(self._core, self._below(id))


class ActionAllowedSitesById(SyncSegment):
    """The path `/api/action/allowedSites/{id}`."""

    delete = direct(asynchronous.ActionAllowedSitesById.delete)


class ActionAllowedSites(SyncSegment):
    """The path `/api/action/allowedSites`."""

    def by_id(self, id: int | str) -> ActionAllowedSitesById:
        """Id of the site."""
        return ActionAllowedSitesById(self._core, self._below(id))

    get = direct(asynchronous.ActionAllowedSites.get)

    post = direct(asynchronous.ActionAllowedSites.post)


class ActionById(SyncSegment):
    """The path `/api/action/{id}`."""

    get = direct(asynchronous.ActionById.get)

    delete = direct(asynchronous.ActionById.delete)


class Action(SyncSegment):
    """The path `/api/action`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.global_ = ActionGlobal(core, f"{path}/global")
        self.list_ = ActionList(core, f"{path}/list")
        self.test = ActionTest(core, f"{path}/test")
        self.allowed_sites = ActionAllowedSites(core, f"{path}/allowedSites")

    def by_id(self, id: int | str) -> ActionById:
        """Id of the action."""
        return ActionById(self._core, self._below(id))

    post = direct(asynchronous.Action.post)

    put = direct(asynchronous.Action.put)


class AlertingVariables(SyncSegment):
    """The path `/api/alerting/variables`."""

    get = direct(asynchronous.AlertingVariables.get)

    pages = directly(asynchronous.AlertingVariables.pages)

    post = direct(asynchronous.AlertingVariables.post)


class AlertingDashboard(SyncSegment):
    """The path `/api/alerting/dashboard`."""

    get = direct(asynchronous.AlertingDashboard.get)


class AlertingChanges(SyncSegment):
    """The path `/api/alerting/changes`."""

    get = direct(asynchronous.AlertingChanges.get)

    pages = directly(asynchronous.AlertingChanges.pages)


class AlertingChangeById(SyncSegment):
    """The path `/api/alerting/change/{id}`."""

    put = direct(asynchronous.AlertingChangeById.put)

    delete = direct(asynchronous.AlertingChangeById.delete)


class AlertingChange(SyncSegment):
    """The path `/api/alerting/change`."""

    def by_id(self, id: int | str) -> AlertingChangeById:
        """Id of the change."""
        return AlertingChangeById(self._core, self._below(id))


class AlertingRecalculate(SyncSegment):
    """The path `/api/alerting/recalculate`."""

    post = direct(asynchronous.AlertingRecalculate.post)

    get = direct(asynchronous.AlertingRecalculate.get)


class AlertingDatapointLast(SyncSegment):
    """The path `/api/alerting/datapoint/last`."""

    post = direct(asynchronous.AlertingDatapointLast.post)


class AlertingDatapoint(SyncSegment):
    """The path `/api/alerting/datapoint`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.last = AlertingDatapointLast(core, f"{path}/last")


class AlertingExpectRun(SyncSegment):
    """The path `/api/alerting/expectRun`."""

    post = direct(asynchronous.AlertingExpectRun.post)


class AlertingExpectations(SyncSegment):
    """The path `/api/alerting/expectations`."""

    get = direct(asynchronous.AlertingExpectations.get)


class AlertingChangeDetection(SyncSegment):
    """The path `/api/alerting/changeDetection`."""

    post = direct(asynchronous.AlertingChangeDetection.post)


class AlertingChangeDetectionModels(SyncSegment):
    """The path `/api/alerting/changeDetectionModels`."""

    get = direct(asynchronous.AlertingChangeDetectionModels.get)


class AlertingDefaultChangeDetectionConfigs(SyncSegment):
    """The path `/api/alerting/defaultChangeDetectionConfigs`."""

    get = direct(asynchronous.AlertingDefaultChangeDetectionConfigs.get)


class AlertingMissingdataruleById(SyncSegment):
    """The path `/api/alerting/missingdatarule/{id}`."""

    delete = direct(asynchronous.AlertingMissingdataruleById.delete)


class AlertingMissingdatarule(SyncSegment):
    """The path `/api/alerting/missingdatarule`."""

    def by_id(self, id: int | str) -> AlertingMissingdataruleById:
        """Id of the rule."""
        return AlertingMissingdataruleById(self._core, self._below(id))

    get = direct(asynchronous.AlertingMissingdatarule.get)

    post = direct(asynchronous.AlertingMissingdatarule.post)


class Alerting(SyncSegment):
    """The path `/api/alerting`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.variables = AlertingVariables(core, f"{path}/variables")
        self.dashboard = AlertingDashboard(core, f"{path}/dashboard")
        self.changes = AlertingChanges(core, f"{path}/changes")
        self.change = AlertingChange(core, f"{path}/change")
        self.recalculate = AlertingRecalculate(core, f"{path}/recalculate")
        self.datapoint = AlertingDatapoint(core, f"{path}/datapoint")
        self.expect_run = AlertingExpectRun(core, f"{path}/expectRun")
        self.expectations = AlertingExpectations(core, f"{path}/expectations")
        self.change_detection = AlertingChangeDetection(core, f"{path}/changeDetection")
        self.change_detection_models = AlertingChangeDetectionModels(core, f"{path}/changeDetectionModels")
        self.default_change_detection_configs = AlertingDefaultChangeDetectionConfigs(
            core,
            f"{path}/defaultChangeDetectionConfigs",
        )
        self.missingdatarule = AlertingMissingdatarule(core, f"{path}/missingdatarule")


class Audit(SyncSegment):
    """The path `/api/audit`."""

    get = direct(asynchronous.Audit.get)

    pages = directly(asynchronous.Audit.pages)


class SchemaImport(SyncSegment):
    """The path `/api/schema/import`."""

    post = direct(asynchronous.SchemaImport.post)

    put = direct(asynchronous.SchemaImport.put)


class SchemaAllLabels(SyncSegment):
    """The path `/api/schema/allLabels`."""

    get = direct(asynchronous.SchemaAllLabels.get)

    pages = directly(asynchronous.SchemaAllLabels.pages)


class SchemaDescriptors(SyncSegment):
    """The path `/api/schema/descriptors`."""

    get = direct(asynchronous.SchemaDescriptors.get)

    pages = directly(asynchronous.SchemaDescriptors.pages)


class SchemaFindUsages(SyncSegment):
    """The path `/api/schema/findUsages`."""

    get = direct(asynchronous.SchemaFindUsages.get)


class SchemaIdByUriByUri(SyncSegment):
    """The path `/api/schema/idByUri/{uri}`."""

    get = direct(asynchronous.SchemaIdByUriByUri.get)


class SchemaIdByUri(SyncSegment):
    """The path `/api/schema/idByUri`."""

    def by_uri(self, uri: str) -> SchemaIdByUriByUri:
        """The URI, percent-encoded. Slashes in it need no encoding."""
        return SchemaIdByUriByUri(self._core, self._below(uri))


class SchemaAllTransformers(SyncSegment):
    """The path `/api/schema/allTransformers`."""

    get = direct(asynchronous.SchemaAllTransformers.get)

    pages = directly(asynchronous.SchemaAllTransformers.pages)


class SchemaByIdExport(SyncSegment):
    """The path `/api/schema/{id}/export`."""

    get = direct(asynchronous.SchemaByIdExport.get)


class SchemaByIdLabelsByLabelId(SyncSegment):
    """The path `/api/schema/{id}/labels/{labelId}`."""

    delete = direct(asynchronous.SchemaByIdLabelsByLabelId.delete)


class SchemaByIdLabels(SyncSegment):
    """The path `/api/schema/{id}/labels`."""

    def by_label_id(self, label_id: int | str) -> SchemaByIdLabelsByLabelId:
        """Id of the label."""
        return SchemaByIdLabelsByLabelId(self._core, self._below(label_id))

    get = direct(asynchronous.SchemaByIdLabels.get)

    post = direct(asynchronous.SchemaByIdLabels.post)

    put = direct(asynchronous.SchemaByIdLabels.put)


class SchemaByIdUpdateAccess(SyncSegment):
    """The path `/api/schema/{id}/updateAccess`."""

    post = direct(asynchronous.SchemaByIdUpdateAccess.post)


class SchemaByIdTransformersByTransformerId(SyncSegment):
    """The path `/api/schema/{id}/transformers/{transformerId}`."""

    delete = direct(asynchronous.SchemaByIdTransformersByTransformerId.delete)


class SchemaByIdTransformers(SyncSegment):
    """The path `/api/schema/{id}/transformers`."""

    def by_transformer_id(self, transformer_id: int | str) -> SchemaByIdTransformersByTransformerId:
        """Id of the transformer."""
        return SchemaByIdTransformersByTransformerId(self._core, self._below(transformer_id))

    get = direct(asynchronous.SchemaByIdTransformers.get)

    post = direct(asynchronous.SchemaByIdTransformers.post)

    put = direct(asynchronous.SchemaByIdTransformers.put)


class SchemaById(SyncSegment):
    """The path `/api/schema/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.export = SchemaByIdExport(core, f"{path}/export")
        self.labels = SchemaByIdLabels(core, f"{path}/labels")
        self.update_access = SchemaByIdUpdateAccess(core, f"{path}/updateAccess")
        self.transformers = SchemaByIdTransformers(core, f"{path}/transformers")

    get = direct(asynchronous.SchemaById.get)

    delete = direct(asynchronous.SchemaById.delete)


class Schema(SyncSegment):
    """The path `/api/schema`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.import_ = SchemaImport(core, f"{path}/import")
        self.all_labels = SchemaAllLabels(core, f"{path}/allLabels")
        self.descriptors = SchemaDescriptors(core, f"{path}/descriptors")
        self.find_usages = SchemaFindUsages(core, f"{path}/findUsages")
        self.id_by_uri = SchemaIdByUri(core, f"{path}/idByUri")
        self.all_transformers = SchemaAllTransformers(core, f"{path}/allTransformers")

    def by_id(self, id: int | str) -> SchemaById:
        """Id of the schema."""
        return SchemaById(self._core, self._below(id))

    get = direct(asynchronous.Schema.get)

    post = direct(asynchronous.Schema.post)

    put = direct(asynchronous.Schema.put)


class TestImport(SyncSegment):
    """The path `/api/test/import`."""

    post = direct(asynchronous.TestImport.post)

    put = direct(asynchronous.TestImport.put)


class TestByNameByName(SyncSegment):
    """The path `/api/test/byName/{name}`."""

    get = direct(asynchronous.TestByNameByName.get)


class TestByName(SyncSegment):
    """The path `/api/test/byName`."""

    def by_name(self, name: str) -> TestByNameByName:
        """Name of the test. When no test has this name, digits are read as an id."""
        return TestByNameByName(self._core, self._below(name))


class TestFolders(SyncSegment):
    """The path `/api/test/folders`."""

    get = direct(asynchronous.TestFolders.get)

    pages = directly(asynchronous.TestFolders.pages)


class TestSummary(SyncSegment):
    """The path `/api/test/summary`."""

    get = direct(asynchronous.TestSummary.get)


class TestByIdExport(SyncSegment):
    """The path `/api/test/{id}/export`."""

    get = direct(asynchronous.TestByIdExport.get)


class TestByIdLabelValues(SyncSegment):
    """The path `/api/test/{id}/labelValues`."""

    get = direct(asynchronous.TestByIdLabelValues.get)

    pages = directly(asynchronous.TestByIdLabelValues.pages)


class TestByIdFilteringLabels(SyncSegment):
    """The path `/api/test/{id}/filteringLabels`."""

    get = direct(asynchronous.TestByIdFilteringLabels.get)

    pages = directly(asynchronous.TestByIdFilteringLabels.pages)


class TestByIdFilteringLabelValues(SyncSegment):
    """The path `/api/test/{id}/filteringLabelValues`."""

    get = direct(asynchronous.TestByIdFilteringLabelValues.get)

    pages = directly(asynchronous.TestByIdFilteringLabelValues.pages)


class TestByIdFingerprint(SyncSegment):
    """The path `/api/test/{id}/fingerprint`."""

    get = direct(asynchronous.TestByIdFingerprint.get)

    pages = directly(asynchronous.TestByIdFingerprint.pages)


class TestByIdRecalculate(SyncSegment):
    """The path `/api/test/{id}/recalculate`."""

    get = direct(asynchronous.TestByIdRecalculate.get)

    post = direct(asynchronous.TestByIdRecalculate.post)


class TestByIdFailures(SyncSegment):
    """The path `/api/test/{id}/failures`."""

    get = direct(asynchronous.TestByIdFailures.get)

    pages = directly(asynchronous.TestByIdFailures.pages)


class TestByIdTrend(SyncSegment):
    """The path `/api/test/{id}/trend`."""

    get = direct(asynchronous.TestByIdTrend.get)


class TestByIdTransformers(SyncSegment):
    """The path `/api/test/{id}/transformers`."""

    post = direct(asynchronous.TestByIdTransformers.post)


class TestByIdMove(SyncSegment):
    """The path `/api/test/{id}/move`."""

    post = direct(asynchronous.TestByIdMove.post)


class TestByIdNotifications(SyncSegment):
    """The path `/api/test/{id}/notifications`."""

    post = direct(asynchronous.TestByIdNotifications.post)


class TestByIdUpdateAccess(SyncSegment):
    """The path `/api/test/{id}/updateAccess`."""

    post = direct(asynchronous.TestByIdUpdateAccess.post)


class TestById(SyncSegment):
    """The path `/api/test/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.export = TestByIdExport(core, f"{path}/export")
        self.label_values = TestByIdLabelValues(core, f"{path}/labelValues")
        self.filtering_labels = TestByIdFilteringLabels(core, f"{path}/filteringLabels")
        self.filtering_label_values = TestByIdFilteringLabelValues(core, f"{path}/filteringLabelValues")
        self.fingerprint = TestByIdFingerprint(core, f"{path}/fingerprint")
        self.recalculate = TestByIdRecalculate(core, f"{path}/recalculate")
        self.failures = TestByIdFailures(core, f"{path}/failures")
        self.trend = TestByIdTrend(core, f"{path}/trend")
        self.transformers = TestByIdTransformers(core, f"{path}/transformers")
        self.move = TestByIdMove(core, f"{path}/move")
        self.notifications = TestByIdNotifications(core, f"{path}/notifications")
        self.update_access = TestByIdUpdateAccess(core, f"{path}/updateAccess")

    get = direct(asynchronous.TestById.get)

    delete = direct(asynchronous.TestById.delete)


class Test(SyncSegment):
    """The path `/api/test`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.import_ = TestImport(core, f"{path}/import")
        self.by_name = TestByName(core, f"{path}/byName")
        self.folders = TestFolders(core, f"{path}/folders")
        self.summary = TestSummary(core, f"{path}/summary")

    def by_id(self, id: int | str) -> TestById:
        """Id of the test."""
        return TestById(self._core, self._below(id))

    get = direct(asynchronous.Test.get)

    post = direct(asynchronous.Test.post)

    put = direct(asynchronous.Test.put)


class ChangesSearch(SyncSegment):
    """The path `/api/changes/search`."""

    post = direct(asynchronous.ChangesSearch.post)


class ChangesQuery(SyncSegment):
    """The path `/api/changes/query`."""

    post = direct(asynchronous.ChangesQuery.post)


class ChangesAnnotations(SyncSegment):
    """The path `/api/changes/annotations`."""

    post = direct(asynchronous.ChangesAnnotations.post)


class Changes(SyncSegment):
    """The path `/api/changes`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.search = ChangesSearch(core, f"{path}/search")
        self.query = ChangesQuery(core, f"{path}/query")
        self.annotations = ChangesAnnotations(core, f"{path}/annotations")

    get = direct(asynchronous.Changes.get)


class DatasetListByRunByRunId(SyncSegment):
    """The path `/api/dataset/list/byRun/{runId}`."""

    get = direct(asynchronous.DatasetListByRunByRunId.get)


class DatasetListByRun(SyncSegment):
    """The path `/api/dataset/list/byRun`."""

    def by_run_id(self, run_id: int | str) -> DatasetListByRunByRunId:
        """Id of the run."""
        return DatasetListByRunByRunId(self._core, self._below(run_id))


class DatasetListByTestByTestId(SyncSegment):
    """The path `/api/dataset/list/byTest/{testId}`."""

    get = direct(asynchronous.DatasetListByTestByTestId.get)


class DatasetListByTest(SyncSegment):
    """The path `/api/dataset/list/byTest`."""

    def by_test_id(self, test_id: int | str) -> DatasetListByTestByTestId:
        """Id of the test."""
        return DatasetListByTestByTestId(self._core, self._below(test_id))


class DatasetListBySchema(SyncSegment):
    """The path `/api/dataset/list/bySchema`."""

    get = direct(asynchronous.DatasetListBySchema.get)


class DatasetList(SyncSegment):
    """The path `/api/dataset/list`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.by_run = DatasetListByRun(core, f"{path}/byRun")
        self.by_test = DatasetListByTest(core, f"{path}/byTest")
        self.by_schema = DatasetListBySchema(core, f"{path}/bySchema")


class DatasetByIdSummary(SyncSegment):
    """The path `/api/dataset/{id}/summary`."""

    get = direct(asynchronous.DatasetByIdSummary.get)


class DatasetByIdLabelValues(SyncSegment):
    """The path `/api/dataset/{id}/labelValues`."""

    get = direct(asynchronous.DatasetByIdLabelValues.get)


class DatasetByIdPreviewLabel(SyncSegment):
    """The path `/api/dataset/{id}/previewLabel`."""

    post = direct(asynchronous.DatasetByIdPreviewLabel.post)


class DatasetById(SyncSegment):
    """The path `/api/dataset/{id}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.summary = DatasetByIdSummary(core, f"{path}/summary")
        self.label_values = DatasetByIdLabelValues(core, f"{path}/labelValues")
        self.preview_label = DatasetByIdPreviewLabel(core, f"{path}/previewLabel")

    get = direct(asynchronous.DatasetById.get)


class Dataset(SyncSegment):
    """The path `/api/dataset`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.list_ = DatasetList(core, f"{path}/list")

    def by_id(self, id: int | str) -> DatasetById:
        """Id of the dataset. A recalculation makes new datasets with new ids."""
        return DatasetById(self._core, self._below(id))


class ExperimentModels(SyncSegment):
    """The path `/api/experiment/models`."""

    get = direct(asynchronous.ExperimentModels.get)


class ExperimentRun(SyncSegment):
    """The path `/api/experiment/run`."""

    get = direct(asynchronous.ExperimentRun.get)


class ExperimentByTestIdProfilesByProfileId(SyncSegment):
    """The path `/api/experiment/{testId}/profiles/{profileId}`."""

    delete = direct(asynchronous.ExperimentByTestIdProfilesByProfileId.delete)


class ExperimentByTestIdProfiles(SyncSegment):
    """The path `/api/experiment/{testId}/profiles`."""

    def by_profile_id(self, profile_id: int | str) -> ExperimentByTestIdProfilesByProfileId:
        """Id of the profile."""
        return ExperimentByTestIdProfilesByProfileId(self._core, self._below(profile_id))

    get = direct(asynchronous.ExperimentByTestIdProfiles.get)

    post = direct(asynchronous.ExperimentByTestIdProfiles.post)


class ExperimentByTestId(SyncSegment):
    """The path `/api/experiment/{testId}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.profiles = ExperimentByTestIdProfiles(core, f"{path}/profiles")


class Experiment(SyncSegment):
    """The path `/api/experiment`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.models = ExperimentModels(core, f"{path}/models")
        self.run = ExperimentRun(core, f"{path}/run")

    def by_test_id(self, test_id: int | str) -> ExperimentByTestId:
        """Id of the test."""
        return ExperimentByTestId(self._core, self._below(test_id))


class LogDatasetBySourceByTestIdCount(SyncSegment):
    """The path `/api/log/dataset/{source}/{testId}/count`."""

    get = direct(asynchronous.LogDatasetBySourceByTestIdCount.get)


class LogDatasetBySourceByTestId(SyncSegment):
    """The path `/api/log/dataset/{source}/{testId}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.count = LogDatasetBySourceByTestIdCount(core, f"{path}/count")

    get = direct(asynchronous.LogDatasetBySourceByTestId.get)

    delete = direct(asynchronous.LogDatasetBySourceByTestId.delete)


class LogDatasetBySource(SyncSegment):
    """The path `/api/log/dataset/{source}`."""

    def by_test_id(self, test_id: int | str) -> LogDatasetBySourceByTestId:
        """Id of the test."""
        return LogDatasetBySourceByTestId(self._core, self._below(test_id))


class LogDataset(SyncSegment):
    """The path `/api/log/dataset`."""

    def by_source(self, source: str) -> LogDatasetBySource:
        """The source of the entries, such as `labels`."""
        return LogDatasetBySource(self._core, self._below(source))


class LogTransformationByTestIdCount(SyncSegment):
    """The path `/api/log/transformation/{testId}/count`."""

    get = direct(asynchronous.LogTransformationByTestIdCount.get)


class LogTransformationByTestId(SyncSegment):
    """The path `/api/log/transformation/{testId}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.count = LogTransformationByTestIdCount(core, f"{path}/count")

    get = direct(asynchronous.LogTransformationByTestId.get)

    delete = direct(asynchronous.LogTransformationByTestId.delete)


class LogTransformation(SyncSegment):
    """The path `/api/log/transformation`."""

    def by_test_id(self, test_id: int | str) -> LogTransformationByTestId:
        """Id of the test."""
        return LogTransformationByTestId(self._core, self._below(test_id))


class LogActionByTestIdCount(SyncSegment):
    """The path `/api/log/action/{testId}/count`."""

    get = direct(asynchronous.LogActionByTestIdCount.get)


class LogActionByTestId(SyncSegment):
    """The path `/api/log/action/{testId}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.count = LogActionByTestIdCount(core, f"{path}/count")

    get = direct(asynchronous.LogActionByTestId.get)

    delete = direct(asynchronous.LogActionByTestId.delete)


class LogAction(SyncSegment):
    """The path `/api/log/action`."""

    def by_test_id(self, test_id: int | str) -> LogActionByTestId:
        """Id of the test."""
        return LogActionByTestId(self._core, self._below(test_id))


class Log(SyncSegment):
    """The path `/api/log`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.dataset = LogDataset(core, f"{path}/dataset")
        self.transformation = LogTransformation(core, f"{path}/transformation")
        self.action = LogAction(core, f"{path}/action")


class WorkFailuresAgain(SyncSegment):
    """The path `/api/work/failures/again`."""

    post = direct(asynchronous.WorkFailuresAgain.post)


class WorkFailures(SyncSegment):
    """The path `/api/work/failures`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.again = WorkFailuresAgain(core, f"{path}/again")

    get = direct(asynchronous.WorkFailures.get)

    pages = directly(asynchronous.WorkFailures.pages)


class Work(SyncSegment):
    """The path `/api/work`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.failures = WorkFailures(core, f"{path}/failures")


class Compare(SyncSegment):
    """The path `/api/compare`."""

    get = direct(asynchronous.Compare.get)


class ScheduleByNameRun(SyncSegment):
    """The path `/api/schedule/{name}/run`."""

    post = direct(asynchronous.ScheduleByNameRun.post)


class ScheduleByName(SyncSegment):
    """The path `/api/schedule/{name}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.run = ScheduleByNameRun(core, f"{path}/run")

    delete = direct(asynchronous.ScheduleByName.delete)


class Schedule(SyncSegment):
    """The path `/api/schedule`."""

    def by_name(self, name: str) -> ScheduleByName:
        """Name of the schedule."""
        return ScheduleByName(self._core, self._below(name))

    get = direct(asynchronous.Schedule.get)

    pages = directly(asynchronous.Schedule.pages)

    post = direct(asynchronous.Schedule.post)


class UiView(SyncSegment):
    """The path `/api/ui/view`."""

    post = direct(asynchronous.UiView.post)


class UiViews(SyncSegment):
    """The path `/api/ui/views`."""

    post = direct(asynchronous.UiViews.post)


class UiByTestIdViews(SyncSegment):
    """The path `/api/ui/{testId}/views`."""

    get = direct(asynchronous.UiByTestIdViews.get)


class UiByTestIdViewByViewId(SyncSegment):
    """The path `/api/ui/{testId}/view/{viewId}`."""

    delete = direct(asynchronous.UiByTestIdViewByViewId.delete)


class UiByTestIdView(SyncSegment):
    """The path `/api/ui/{testId}/view`."""

    def by_view_id(self, view_id: int | str) -> UiByTestIdViewByViewId:
        """Id of the view."""
        return UiByTestIdViewByViewId(self._core, self._below(view_id))


class UiByTestId(SyncSegment):
    """The path `/api/ui/{testId}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.views = UiByTestIdViews(core, f"{path}/views")
        self.view = UiByTestIdView(core, f"{path}/view")


class Ui(SyncSegment):
    """The path `/api/ui`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.view = UiView(core, f"{path}/view")
        self.views = UiViews(core, f"{path}/views")

    def by_test_id(self, test_id: int | str) -> UiByTestId:
        """Id of the test."""
        return UiByTestId(self._core, self._below(test_id))


class Api(SyncSegment):
    """The path `/api`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.config = Config(core, f"{path}/config")
        self.run = Run(core, f"{path}/run")
        self.sql = Sql(core, f"{path}/sql")
        self.user = User(core, f"{path}/user")
        self.burst = Burst(core, f"{path}/burst")
        self.doctor = Doctor(core, f"{path}/doctor")
        self.action = Action(core, f"{path}/action")
        self.alerting = Alerting(core, f"{path}/alerting")
        self.audit = Audit(core, f"{path}/audit")
        self.schema = Schema(core, f"{path}/schema")
        self.test = Test(core, f"{path}/test")
        self.changes = Changes(core, f"{path}/changes")
        self.dataset = Dataset(core, f"{path}/dataset")
        self.experiment = Experiment(core, f"{path}/experiment")
        self.log = Log(core, f"{path}/log")
        self.work = Work(core, f"{path}/work")
        self.compare = Compare(core, f"{path}/compare")
        self.schedule = Schedule(core, f"{path}/schedule")
        self.ui = Ui(core, f"{path}/ui")


class Openapi(SyncSegment):
    """The path `/openapi`."""

    get = direct(asynchronous.Openapi.get)


class RealmsByRealmProtocolOpenidConnectToken(SyncSegment):
    """The path `/realms/{realm}/protocol/openid-connect/token`."""

    post = direct(asynchronous.RealmsByRealmProtocolOpenidConnectToken.post)


class RealmsByRealmProtocolOpenidConnect(SyncSegment):
    """The path `/realms/{realm}/protocol/openid-connect`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.token = RealmsByRealmProtocolOpenidConnectToken(core, f"{path}/token")


class RealmsByRealmProtocol(SyncSegment):
    """The path `/realms/{realm}/protocol`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.openid_connect = RealmsByRealmProtocolOpenidConnect(core, f"{path}/openid-connect")


class RealmsByRealm(SyncSegment):
    """The path `/realms/{realm}`."""

    def __init__(self, core: SyncCore, path: str) -> None:
        super().__init__(core, path)
        self.protocol = RealmsByRealmProtocol(core, f"{path}/protocol")


class Realms(SyncSegment):
    """The path `/realms`."""

    def by_realm(self, realm: str) -> RealmsByRealm:
        """The realm that `GET /api/config/keycloak` returns."""
        return RealmsByRealm(self._core, self._below(realm))


class RawClient:
    """The segments that paths begin with."""

    def __init__(self, core: SyncCore) -> None:
        self.api = Api(core, "/api")
        self.openapi = Openapi(core, "/openapi")
        self.realms = Realms(core, "/realms")
